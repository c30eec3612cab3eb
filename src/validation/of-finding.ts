/** Findings on pods and on storage as the API server tells them: one for each field it names. */
import { answerOf, Finding } from '../findings';

/** Whether a place is inside of another. */
export function isIn(place: string, whole: string): boolean {
  return place.startsWith(whole) && ['.', '['].includes(place.charAt(whole.length));
}

/** The fields that are too much beside another one: what is in them is not looked at. */
export function wholesOf({ path, server }: Finding): string[] {
  return server && isIn(server.field, path) ? [server.field, ...(server.surplusFields ?? [])] : [];
}

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
