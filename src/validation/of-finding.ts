/** Findings on pods and on storage as the API server tells them: one for each field it names. */
import { answerOf, Finding } from '../findings';

/** Each field that the server refuses, in its words where they are known. */
export function byField(finding: Finding): Finding[] {
  const { surplusFields = [], code } = finding.server ?? {};
  const { field, message } = answerOf(finding);
  const answer = { message, ...(code === undefined ? {} : { code }) };
  return [field, ...surplusFields].map((one) => ({
    ...finding,
    server: { field: one, ...answer },
  }));
}
