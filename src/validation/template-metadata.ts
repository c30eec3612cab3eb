/** Labels and annotations of what is made of a template, as the server judges them. */
import { annotationKeyFaults, labelFaults } from './labels';
import { longAnnotations } from './long-annotations';
import { Finding } from '../findings';
import { Fields, fieldsOf } from '../kube';

/** What is wrong with them; `field` is what the server calls the place of the metadata. */
export function templateMetadataProblems(
  { labels, annotations }: Fields,
  path: string,
  remedies: { readonly key: string; readonly value: string },
  field: string = path,
): Finding[] {
  return [
    ...labelFaults(labels, `${path}.labels`, remedies, `${field}.labels`),
    ...annotationKeyFaults(
      annotations,
      `${path}.annotations`,
      remedies.key,
      `${field}.annotations`,
    ),
    ...longAnnotations(fieldsOf(annotations), `${field}.annotations`),
  ];
}
