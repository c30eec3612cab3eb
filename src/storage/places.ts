/**
 * From the fields of an object to the options that it was made of: findings on the one, told of the
 * other.
 */
import { Finding } from '../findings';
import { Fields, isFields } from '../kube';

/** Pairs of a field of the object and the option that it comes from; the first that fits counts. */
export type Places = readonly (readonly [field: string, option: string])[];

/** What all objects have. */
export const METADATA_PLACES: Places = ['name', 'namespace', 'labels', 'annotations'].map(
  (name) => [`metadata.${name}`, name],
);

/**
 * The findings, each at the option that its field comes from. `within` is where the additional
 * fields are in the object.
 */
export function atOptions(
  findings: readonly Finding[],
  places: Places,
  additionalFields: unknown,
  within: string,
): Finding[] {
  const additional: Fields = isFields(additionalFields) ? additionalFields : {};
  const all: Places = [
    ...Object.keys(additional).map(
      (name) => [within === '' ? name : `${within}.${name}`, `additionalFields.${name}`] as const,
    ),
    ...places,
  ];
  return findings.map((finding) => ({ ...finding, path: optionOf(finding.path, all) }));
}

function optionOf(path: string, places: Places): string {
  for (const [field, option] of places) {
    const rest = path.slice(field.length);
    if (path.startsWith(field) && (rest === '' || field === '' || /^[.[]/.test(rest))) {
      return option === '' ? rest.replace(/^\./, '') : `${option}${rest}`;
    }
  }
  return path;
}
