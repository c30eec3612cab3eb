/** Claims of ephemeral volumes, which come and go with their pod, judged as any claim is. */
import { Finding, show, violation } from '../findings';
import { checkPodAnnotations, checkPodLabels } from './labels';
import { Fields, fieldsOf, isGiven, namesOf } from '../object';
import { POD_RULES as RULES } from './rules';
import { checkEphemeralClaimSpec } from '../storage/core';

/** Findings on the template; its own path is that of the ephemeral source of the volume. */
export function checkClaimTemplate(
  volume: unknown,
  { volumeClaimTemplate }: Fields,
  path: string,
): Finding[] {
  const { metadata, spec } = fieldsOf(volumeClaimTemplate);
  if (!isGiven(spec)) {
    return [
      violation(
        RULES.volumeSource,
        path,
        `the ephemeral volume ${show(volume)} has no volumeClaimTemplate`,
        'add one, with a spec',
        { field: `${path}.volumeClaimTemplate` },
      ),
    ];
  }
  return [
    ...checkEphemeralClaimSpec(fieldsOf(spec), `${path}.volumeClaimTemplate.spec`),
    ...metadataFindings(fieldsOf(metadata), `${path}.volumeClaimTemplate.metadata`),
  ];
}

function metadataFindings({ labels, annotations, ...others }: Fields, path: string): Finding[] {
  return [
    ...checkPodLabels(labels, `${path}.labels`),
    ...checkPodAnnotations(annotations, `${path}.annotations`),
    ...namesOf(others)
      .filter((name) => others[name] !== '' && (name !== 'generation' || others[name] !== 0))
      .map((name) =>
        violation(
          RULES.volumeSource,
          `${path}.${name}`,
          `the template of a claim has no ${name}`,
          'remove it: only labels and annotations are allowed',
        ),
      ),
  ];
}
