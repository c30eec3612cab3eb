/** The specs of claims in an object: its own, those of claim templates, and those of ephemeral volumes. */
import { JudgedObject } from '../../judge';
import { Fields, fieldsOf, isGiven, listOf, textOf } from '../../object';

/** A spec of claims, and where it stands. */
export interface ClaimSpec {
  readonly path: string;
  readonly spec: Fields;
  readonly metadata: Fields;
  /** As messages call it: `the claim "data"`. */
  readonly who: string;
}

/** All specs of claims in an object. */
export function claimSpecsOf({ kindKey, name, manifest, workload, podPath }: JudgedObject): readonly ClaimSpec[] {
  if (kindKey === '/PersistentVolumeClaim') {
    return [{ path: 'spec', spec: fieldsOf(manifest.spec), metadata: fieldsOf(manifest.metadata), who: `the claim ${JSON.stringify(name)}` }];
  }
  if (!workload) return [];
  const templates = kindKey === 'apps/StatefulSet' ? listOf(fieldsOf(manifest.spec).volumeClaimTemplates) : [];
  return [
    ...templates.map((template, index): ClaimSpec => specOf(template, `spec.volumeClaimTemplates[${index}]`, textOf(fieldsOf(template.metadata).name))),
    ...listOf(workload.podSpec.volumes).flatMap((volume, index): ClaimSpec[] => {
      const { volumeClaimTemplate: template } = fieldsOf(volume.ephemeral);
      return isGiven(template) ? [specOf(fieldsOf(template), `${podPath}.volumes[${index}].ephemeral.volumeClaimTemplate`, textOf(volume.name))] : [];
    }),
  ];
}

function specOf(template: Fields, path: string, name: string): ClaimSpec {
  return { path: `${path}.spec`, spec: fieldsOf(template.spec), metadata: fieldsOf(template.metadata), who: `the claim template ${JSON.stringify(name)}` };
}
