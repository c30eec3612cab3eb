/** What the server refuses or drops only where a feature gate is off. */
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

test.each([
  [[], 1],
  [['CrossNamespaceVolumeDataSource'], 0],
])('a source in another namespace, with the gates %j', (featureGates, count) => {
  const target = { kubernetes: '1.36', featureGates };
  expect(judged([SERVER_JUDGE], [CLAIM], target)).toHaveLength(count);
});
