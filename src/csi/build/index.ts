/** The objects of a driver on a platform, in the order in which they should be applied. */
import { Manifest, onceFor, withoutUndefined } from '../../kube';
import { classesOf, isInstalled, modeOf } from '../installation';
import { driverLabels } from '../names';
import { StackSpec } from '../spec';
import { buildClass, buildDriver } from './driver';
import { buildNamespace } from './namespace';
import { buildOperator } from './operator';
import { Part, partOfKind } from './part';
import { buildRoles, buildServiceAccounts, buildWorkloads } from './plugins';
import { buildScc } from './scc';

/** All objects, each with the part that it plays: built once, for the checks and for the stack. */
export const buildParts = onceFor((spec: StackSpec): readonly Part[] => [
  ...buildNamespace(spec),
  ...buildInstallation(spec),
  ...classesOf(spec).map((one) => buildClass(spec, one)),
]);

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
