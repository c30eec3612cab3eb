/** Labels and annotations of what is made of a template, as the server judges them. */
import { longAnnotations } from './long-annotations';
import { isServerAssigned } from './server-assigned';
import { Finding } from '../findings';
import { Fields, fieldsOf, labelValueProblems, qualifiedKeyProblems } from '../kube';
import { invalid } from '../resource';

/** What is wrong with them, at the path by which the server calls what has them. */
export function templateMetadataProblems(
  { labels, annotations }: Fields,
  path: string,
  remedies: { readonly key: string; readonly value: string },
): Finding[] {
  const wrong = (field: string, text: string, of: 'key' | 'value') => (why: string) =>
    invalid(`${path}.${field}`, text, why, remedies[of]);
  return [
    ...Object.entries(fieldsOf(labels)).flatMap(([key, value]) => [
      ...qualifiedKeyProblems(key).map(wrong('labels', key, 'key')),
      ...(typeof value === 'string' && !isServerAssigned(value)
        ? labelValueProblems(value).map(wrong('labels', value, 'value'))
        : []),
    ]),
    ...Object.keys(fieldsOf(annotations)).flatMap((key) =>
      qualifiedKeyProblems(key.toLowerCase()).map(wrong('annotations', key, 'key')),
    ),
    ...longAnnotations(fieldsOf(annotations), `${path}.annotations`),
  ];
}
