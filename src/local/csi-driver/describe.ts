/** The definition of local-csi-driver, as pure data: v0.3.0. */
import { DriverContext, DriverSpec } from '../../csi/core';
import { withoutUndefined } from '../../kube';
import { LOCAL_DRIVER } from '../names';
import { localManager, webhookObjects } from './manager';
import { localNodePlugin } from './node';
import { hasManager, LocalDriverSpec } from './spec';

const APP = 'local-csi-driver';

/** The driver as it is installed with these options, in this place. */
export function describeLocalDriver(spec: LocalDriverSpec, context: DriverContext): DriverSpec {
  const defaultNamespace = context.platform === 'openshift' ? APP : 'kube-system';
  const objects = webhookObjects(spec, context.namespace ?? defaultNamespace);
  return withoutUndefined({
    name: LOCAL_DRIVER,
    appName: APP,
    defaultNamespace,
    // As the driver makes it where there is none, but for inline volumes, which it says that it can
    // and cannot.
    csiDriver: {
      attachRequired: false,
      podInfoOnMount: true,
      storageCapacity: true,
      fsGroupPolicy: 'File',
      volumeLifecycleModes: ['Persistent'],
    },
    node: localNodePlugin(spec, context),
    controller: hasManager(spec) ? localManager(spec, context) : undefined,
    requirements: [
      {
        field: 'csiDriver.attachRequired',
        mustBe: 'false',
        reason: 'nothing attaches local volumes, so pods would wait forever',
      },
      {
        field: 'csiDriver.volumeLifecycleModes',
        mustNotContain: 'Ephemeral',
        reason: 'the driver requires a staging path, which inline volumes do not have',
      },
      {
        field: 'node.hostPID',
        mustBe: 'true',
        reason: 'the driver creates volumes in the namespaces of the host',
      },
    ],
    additionalObjects: objects.length > 0 ? objects : undefined,
  });
}
