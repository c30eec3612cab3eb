/** The judge of texts against what was recorded of the API server. */
import {
  Judge,
  label,
  label1035,
  labelValue,
  pathSegment,
  qualifiedKey,
  RECORDED,
  subdomain,
} from './texts';

test.each<readonly [string, Judge]>([
  ['subdomain', subdomain],
  ['label', label],
  ['label1035', label1035],
  ['labelValue', labelValue],
  ['qualifiedKey', qualifiedKey],
  ['pathSegment', pathSegment],
])('%s: every text is judged as the API server judged it', (format, judge) => {
  const { answers } = RECORDED[format];
  const judged = answers.flatMap(({ texts }) => texts.map((text) => [text, judge(text)]));
  expect(judged).toEqual(
    answers.flatMap(({ problems, texts }) => texts.map((text) => [text, problems])),
  );
});
