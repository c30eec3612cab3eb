/** The objects of a driver on a platform, in the order in which they should be applied. */
import { Manifest, withoutUndefined } from '../../kube';
import { classesOf, isInstalled, modeOf } from '../installation';
import { driverLabels } from '../names';
import { StackSpec } from '../spec';
import { buildClass, buildDriver } from './driver';
import { buildNamespace } from './namespace';
import { buildOperator } from './operator';
import { Part, partOfKind } from './part';
import { buildRoles, buildServiceAccounts, buildWorkloads } from './plugins';
import { buildScc } from './scc';

const knownParts = new WeakMap<StackSpec, readonly Part[]>();

/** All objects, each with the part that it plays: built once, for the checks and for the stack. */
export function buildParts(spec: StackSpec): readonly Part[] {
  let parts = knownParts.get(spec);
  if (!parts) {
    parts = [
      ...buildNamespace(spec),
      ...buildInstallation(spec),
      ...classesOf(spec).map((one) => buildClass(spec, one)),
    ];
    knownParts.set(spec, parts);
  }
  return parts;
}

function buildInstallation(spec: StackSpec): Part[] {
  const { driver } = spec;
  const mode = modeOf(spec.options);
  if (mode === 'external') return [];
  if (mode === 'openshift-operator') return buildOperator(spec);
  if (!isInstalled(spec)) {
    return driver.fixedObjects!.map((manifest) => partOfKind(withoutUndefined(manifest)));
  }
  const labels = driverLabels(spec);
  return [
    ...buildServiceAccounts(spec, labels),
    ...buildRoles(spec, labels),
    ...buildScc(spec, labels),
    buildDriver(spec, labels),
    ...(driver.additionalObjects ?? []).map(({ metadata, ...object }) =>
      partOfKind(
        withoutUndefined({
          ...object,
          metadata: { ...metadata, labels: { ...labels, ...metadata.labels } },
        } as Manifest),
        'other',
      ),
    ),
    ...buildWorkloads(spec, labels),
  ];
}
