/** The demands of the API server on volumes, claims and drivers beyond their schemas. */
import { get, isFields, list, Report } from './reading';
import { show } from '../../src/findings';

/** Fields of a PersistentVolume's spec that are not its source. */
const NOT_SOURCES = [
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
];

/** Values that the published schema of CSIDriver does not list. */
const CSI_DRIVER_VALUES: { readonly [field: string]: readonly string[] } = {
  fsGroupPolicy: ['File', 'None', 'ReadWriteOnceWithFSType'],
  volumeLifecycleModes: ['Ephemeral', 'Persistent'],
};

/** What volumes, claims and drivers must say; the kind is given with its group. */
export function storageProblems(object: unknown, kind: string, report: Report): void {
  const spec = get(object, 'spec');
  if (!isFields(spec)) return;
  if (kind === '/PersistentVolume') {
    if (list(spec.accessModes).length === 0) report('spec.accessModes', 'required');
    if (get(spec, 'capacity', 'storage') === undefined) report('spec.capacity.storage', 'required');
    const sources = Object.keys(spec).filter((field) => !NOT_SOURCES.includes(field));
    if (sources.length !== 1) {
      report(
        'spec',
        sources.length === 0
          ? 'no volume source'
          : `more than one volume source: ${sources.join(', ')}`,
      );
    }
  }
  if (kind === '/PersistentVolumeClaim') claimProblems(spec, 'spec', report);
  for (const [index, template] of kind === 'apps/StatefulSet'
    ? list(spec.volumeClaimTemplates).entries()
    : []) {
    claimProblems(get(template, 'spec'), `spec.volumeClaimTemplates[${index}].spec`, report);
  }
  for (const [field, allowed] of kind === 'storage.k8s.io/CSIDriver'
    ? Object.entries(CSI_DRIVER_VALUES)
    : []) {
    const value = spec[field];
    for (const one of value === undefined ? [] : [value].flat()) {
      if (!allowed.includes(one as string)) {
        report(`spec.${field}`, `${show(one)}: must be one of ${allowed.join(', ')}`);
      }
    }
  }
}

/** What a claim, or the template of one, must say. */
export function claimProblems(spec: unknown, path: string, report: Report): void {
  if (list(get(spec, 'accessModes')).length === 0) report(`${path}.accessModes`, 'required');
  if (get(spec, 'resources', 'requests', 'storage') === undefined) {
    report(`${path}.resources.requests.storage`, 'required');
  }
}
