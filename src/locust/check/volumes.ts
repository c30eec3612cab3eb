/**
 * Checks of the volumes of a test that the API server makes and its operator does not, and volumes
 * that nothing mounts.
 */
import { Finding, show, violation } from '../../findings';
import { labelProblems } from '../../kube';
import { checkSource, checkVolumeName, volumeTwice } from '../../pod';
import { secretVolumeName } from '../names';
import { LOCUST_RULES as RULES } from '../rules';
import { LocustTestResource, ROLES } from '../spec';
import { NameOf } from './identity';
import { VolumeEntry, volumeEntries } from './pod-entries';

export function checkVolumes(test: LocustTestResource, nameOf: NameOf): Finding[] {
  const { spec = {} } = test;
  const mounted = new Set((spec.volumeMounts ?? []).map((mount) => mount.name));
  return [
    ...(spec.volumes ?? []).flatMap((volume, index) => {
      const field = `spec.volumes[${index}]`;
      return [
        ...checkVolumeName(volume.name, `${field}.name`),
        ...checkSource(volume, field),
        ...(mounted.has(volume.name)
          ? []
          : [
              violation(
                RULES.volumeUnused,
                field,
                `nothing mounts the volume ${show(volume.name)}, so it is left out`,
                'mount it, or remove it',
              ),
            ]),
      ];
    }),
    ...(spec.env?.secretMounts ?? []).flatMap(({ name }, index) =>
      labelProblems(secretVolumeName(name)).map((problem) =>
        violation(
          RULES.secretVolumeName,
          `spec.env.secretMounts[${index}].name`,
          `the volume of ${show(name)} would be ${show(secretVolumeName(name))}: ${problem}`,
          'mount it with volumes and volumeMounts, under another name',
        ),
      ),
    ),
    ...twice(test, nameOf),
  ];
}

/** Two volumes of one name in one pod; told once, though both pods may have them. */
function twice(test: LocustTestResource, nameOf: NameOf): Finding[] {
  const findings = new Map<string, Finding>();
  for (const role of ROLES) {
    const seen = new Map<string, VolumeEntry>();
    for (const entry of volumeEntries(test, role)) {
      const same = seen.get(entry.name);
      if (!same) {
        seen.set(entry.name, entry);
      } else if (entry.volume) {
        const earlier = nameOf(same.field);
        findings.set(entry.field, volumeTwice(entry.name, `${entry.field}.name`, earlier));
      } else {
        findings.set(
          entry.field,
          violation(
            RULES.secretVolumeName,
            entry.field,
            `the secret is already mounted by ${nameOf(same.field)}: both volumes have the name ${show(entry.name)}`,
            'mount it once, or with volumes and two volumeMounts',
          ),
        );
      }
    }
  }
  return [...findings.values()];
}
