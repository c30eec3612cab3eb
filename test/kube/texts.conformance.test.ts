/** The answers of the API server's own functions to texts, replayed: `conformance/kubernetes`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  cidrProblems,
  configMapKeyProblems,
  ipProblems,
  isPartOf,
  label1035Problems,
  labelProblems,
  labelValueProblems,
  parseCidr,
  qualifiedKeyProblems,
  subdomainProblems,
} from '../../src/kube';

type Answers = readonly {
  readonly problems: readonly string[];
  readonly texts: readonly string[];
}[];

const RECORDED: { readonly [format: string]: { readonly answers: Answers } } = JSON.parse(
  readFileSync(join(__dirname, '..', 'conformance', 'kubernetes', 'texts.json'), 'utf8'),
);

test.each<readonly [string, (text: string) => string[]]>([
  ['cidr', cidrProblems],
  ['configMapKey', configMapKeyProblems],
  ['ip', ipProblems],
  ['label', labelProblems],
  ['label1035', label1035Problems],
  ['labelValue', labelValueProblems],
  ['qualifiedKey', qualifiedKeyProblems],
  ['subdomain', subdomainProblems],
  [
    'withinCidr',
    (pair) => {
      const [outer, inner] = pair.split(' ').map((text) => parseCidr(text)!);
      return isPartOf(inner, outer) ? [] : ['must be a strict subset of `cidr`'];
    },
  ],
])('%s: the same words for each text', (format, problems) => {
  const { answers } = RECORDED[format];
  const ours = answers.flatMap(({ texts }) => texts.map((text) => [text, problems(text)]));
  expect(ours).toEqual(
    answers.flatMap(({ problems: theirs, texts }) => texts.map((text) => [text, theirs])),
  );
});
