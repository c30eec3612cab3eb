/** The objects by which the cluster knows a driver: its CSIDriver, and its classes. */
import { csiDriverOf } from '../installation';
import { Labels } from '../names';
import { ClassSpec, StackSpec } from '../spec';
import { Part } from './part';
import { buildStorageClass } from '../../storage/core';

export function buildDriver(spec: StackSpec, labels: Labels): Part {
  const manifest = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name: spec.driver.name, labels },
    spec: csiDriverOf(spec),
  };
  return { role: 'csiDriver', id: 'CsiDriver', manifest };
}

export function buildClass({ driver }: StackSpec, { dynamic: _, ...spec }: ClassSpec): Part {
  return {
    role: 'storageClass',
    id: `StorageClass-${spec.name}`,
    manifest: buildStorageClass({ ...spec, provisioner: driver.name }),
  };
}
