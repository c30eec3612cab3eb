/** The variables of a container. */
import { Finding, show, violation } from '../findings';
import { PodVolumes } from './container-volumes';
import { entriesOf, Fields, fieldsOf, isGiven, listOf, namesOf, textOf } from '../object';
import { POD_RULES as RULES } from './rules';
import {
  checkVariableList,
  checkVariableName,
  checkVariableSource,
  variableTwice,
} from './variable-source';

/**
 * Findings on `env` and `envFrom`; files that variables come from are those of the volumes given.
 */
export function checkVariables(
  { env, envFrom }: Fields,
  volumes: PodVolumes,
  path: string,
): Finding[] {
  const places = new Map<string, string>();
  return [
    ...listOf(env).flatMap((variable, index) => {
      const field = `${path}.env[${index}]`;
      const name = textOf(variable.name);
      const earlier = places.get(name);
      places.set(name, field);
      return [
        ...checkVariableName(variable.name, `${field}.name`),
        ...checkVariableSource(variable, field),
        ...checkFileVolume(variable, volumes, field),
        ...(earlier === undefined || name === ''
          ? []
          : [variableTwice(name, `${field}.name`, earlier)]),
      ];
    }),
    ...listOf(envFrom).flatMap((one, index) => listFindings(one, `${path}.envFrom[${index}]`)),
  ];
}

function listFindings({ prefix, ...refs }: Fields, field: string): Finding[] {
  const given = entriesOf(refs);
  if (given.length !== 1) {
    const what =
      given.length === 0
        ? 'there is no source'
        : `there are several sources: ${given.map(([name]) => name).join(', ')}`;
    const server = { field: field.slice(0, field.lastIndexOf('[')) };
    return [violation(RULES.envName, field, what, 'use configMapRef or secretRef', server)];
  }
  const [[name, ref]] = given;
  return checkVariableList(ref, prefix, field, `${field}.${name}`);
}

function checkFileVolume({ valueFrom }: Fields, volumes: PodVolumes, field: string): Finding[] {
  const { fileKeyRef } = fieldsOf(valueFrom);
  if (!isGiven(fileKeyRef)) return [];
  const { volumeName } = fieldsOf(fileKeyRef);
  const volume = volumes.get(textOf(volumeName));
  const at = `${field}.valueFrom.fileKeyRef.volumeName`;
  if (!volume) {
    return [
      violation(
        RULES.envName,
        at,
        `the pod has no volume ${show(volumeName)}`,
        'use the name of an emptyDir of the pod',
      ),
    ];
  }
  return isGiven(volume.emptyDir) || namesOf(volume).length === 1
    ? []
    : [
        violation(
          RULES.envName,
          at,
          `the volume ${show(volumeName)} is not an emptyDir`,
          'use the name of an emptyDir of the pod',
        ),
      ];
}
