/** Findings on what the server drops only where a feature gate is off. */
import { SERVER_JUDGE } from '../../src/validation';
import { judged } from '../support/judged';

const CLAIM = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    resources: { requests: { storage: '1Gi' } },
    dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'old', namespace: 'other' },
  },
};

test.each<[string[], string[]]>([
  [
    [],
    [
      'PersistentVolumeClaim/data warning storage/data-source-namespace spec.dataSourceRef.namespace: the source is in the namespace "other", but without the feature gate CrossNamespaceVolumeDataSource, which is disabled by default, the API server drops it; use a source in the same namespace, unless the gate is enabled',
    ],
  ],
  [['CrossNamespaceVolumeDataSource'], []],
])('a source in another namespace, with the gates %j', (featureGates, lines) => {
  const target = { kubernetes: '1.36', featureGates };
  expect(judged([SERVER_JUDGE], [CLAIM], target)).toEqual(lines);
});
