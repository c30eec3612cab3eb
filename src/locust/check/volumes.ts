/** What the API server says about the volumes of a test, which its operator does not, and volumes that nothing mounts. */
import { Finding, show, violation } from '../../findings';
import { labelProblems, subdomainProblems } from '../../kube';
import { checkAccessModes, checkSize } from '../../storage/core';
import { secretVolumeName } from '../names';
import { LOCUST_RULES as RULES } from '../rules';
import { KubeValue, LocustTestResource, ROLES, VolumeSpec } from '../spec';
import { VolumeEntry, volumeEntries } from './pod-entries';

/** Where a source names what it is of, and whether that is the name of an object. */
const NAMED_BY: { readonly [source: string]: { readonly field: string; readonly isName: boolean; readonly optional?: boolean } } = {
  configMap: { field: 'name', isName: true },
  csi: { field: 'driver', isName: false },
  hostPath: { field: 'path', isName: false },
  nfs: { field: 'path', isName: false },
  persistentVolumeClaim: { field: 'claimName', isName: true },
  secret: { field: 'secretName', isName: true },
};

/** Findings on the volumes. */
export function checkVolumes(test: LocustTestResource): Finding[] {
  const { spec = {} } = test;
  const mounted = new Set((spec.volumeMounts ?? []).map((mount) => mount.name));
  return [
    ...(spec.volumes ?? []).flatMap((volume, index) => {
      const field = `spec.volumes[${index}]`;
      return [
        ...labelProblems(volume.name).map((problem) => violation(RULES.volumeName, `${field}.name`, `${show(volume.name)}: ${problem}`,
          'give at most 63 lower-case letters, digits and dashes')),
        ...sourceFindings(volume, field),
        ...mounted.has(volume.name) ? [] : [violation(RULES.volumeUnused, field, `nothing mounts the volume ${show(volume.name)}, so it is left out`,
          'mount it, or leave it out')],
      ];
    }),
    ...(spec.env?.secretMounts ?? []).flatMap(({ name }, index) => labelProblems(secretVolumeName(name)).map((problem) =>
      violation(RULES.secretVolumeName, `spec.env.secretMounts[${index}].name`, `the volume of ${show(name)} would be ${show(secretVolumeName(name))}: ${problem}`,
        'mount it by volumes and volumeMounts, with a name of its own'))),
    ...twice(test),
  ];
}

function sourceFindings({ name, ...sources }: VolumeSpec, field: string): Finding[] {
  const given = Object.keys(sources).filter((source) => sources[source] !== undefined && sources[source] !== null);
  if (given.length !== 1) {
    const what = given.length === 0 ? 'has no source' : `has several sources: ${given.join(', ')}`;
    return [violation(RULES.volumeSource, field, `the volume ${show(name)} ${what}`, 'give one source, such as persistentVolumeClaim or emptyDir')];
  }
  const [source] = given;
  if (source === 'ephemeral') return templateFindings(name, sources.ephemeral as KubeValue, `${field}.ephemeral`);
  const named = Object.hasOwn(NAMED_BY, source) ? NAMED_BY[source] : undefined;
  if (!named) return [];
  const value = (sources[source] as KubeValue)[named.field];
  const place = `${field}.${source}.${named.field}`;
  if (typeof value !== 'string' || value === '') {
    return [violation(RULES.volumeSource, place, `the ${source} of the volume ${show(name)} has no ${named.field}`, `give ${named.field}`)];
  }
  return named.isName ? subdomainProblems(value).map((problem) => violation(RULES.volumeSource, place, `${show(value)}: ${problem}`,
    'give the name of an object: at most 253 lower-case letters, digits, dashes and dots')) : [];
}

/** A claim that comes and goes with the pod: what the API server asks of any claim. */
function templateFindings(name: string, { volumeClaimTemplate }: KubeValue, field: string): Finding[] {
  const spec = (volumeClaimTemplate as KubeValue | undefined)?.spec as KubeValue | undefined;
  if (!spec) return [violation(RULES.volumeSource, field, `the ephemeral volume ${show(name)} has no volumeClaimTemplate`, 'give one, with a spec')];
  const storage = ((spec.resources as KubeValue | undefined)?.requests as KubeValue | undefined)?.storage;
  return [
    ...checkAccessModes(spec.accessModes).map((finding) => ({ ...finding, path: `${field}.volumeClaimTemplate.spec.${finding.path}` })),
    ...checkSize(storage, `${field}.volumeClaimTemplate.spec.resources.requests.storage`).findings,
  ];
}

/** Two volumes of one name in one pod; told once, though both pods may have them. */
function twice(test: LocustTestResource): Finding[] {
  const findings = new Map<string, Finding>();
  for (const role of ROLES) {
    const seen = new Map<string, VolumeEntry>();
    for (const entry of volumeEntries(test, role)) {
      const same = seen.get(entry.name);
      if (!same) {
        seen.set(entry.name, entry);
      } else if (entry.volume) {
        findings.set(entry.field, violation(RULES.volumeTwice, `${entry.field}.name`, `the volume ${show(entry.name)} is there already, by ${same.field}`,
          'give it another name'));
      } else {
        findings.set(entry.field, violation(RULES.secretVolumeName, entry.field, `the secret is mounted already, by ${same.field}: both volumes are ${show(entry.name)}`,
          'mount it once, or by volumes and two volumeMounts'));
      }
    }
  }
  return [...findings.values()];
}
