/** Findings on objects that custom resources stand for, at the fields of the resources. */
import { writtenAt } from '../../src/render/written';

const VOLUME = { name: 'data', persistentVolumeClaim: { claimName: 'claim-x' } };
const TWICE = { name: 'tmp', emptyDir: {} };
const RESOURCE = {
  apiVersion: 'v1',
  kind: 'Viewer',
  metadata: { name: 'claim-y', labels: { team: 'blue' } },
  spec: {
    pvc: 'claim-y',
    worker: { volumes: [TWICE, VOLUME], env: { 'a.b/c': { value: 'x' } } },
    master: { volumes: [TWICE] },
    twice: ['same', 'same'],
  },
};
const MANIFEST = {
  metadata: { name: 'claim-y', labels: { team: 'blue' } },
  spec: {
    template: {
      spec: {
        // The same in another order, among others.
        volumes: [
          { name: 'own', emptyDir: {} },
          { persistentVolumeClaim: { claimName: 'claim-x' }, name: 'data' },
          TWICE,
        ],
        other: { claimName: 'claim-y' },
        same: 'same',
        env: { value: 'x' },
      },
    },
  },
};

test.each([
  ['a part that is there once', 'spec.template.spec.volumes[1]', 'spec.worker.volumes[1]'],
  [
    'a field in it, at the innermost part',
    'spec.template.spec.volumes[1].persistentVolumeClaim.claimName',
    'spec.worker.volumes[1].persistentVolumeClaim.claimName',
  ],
  [
    'a field that it does not have',
    'spec.template.spec.volumes[1].persistentVolumeClaim.readOnly',
    'spec.worker.volumes[1].persistentVolumeClaim.readOnly',
  ],
  [
    'an entry that a list in it does not have',
    'spec.template.spec.env.list[0]',
    'spec.worker.env["a.b/c"].list[0]',
  ],
  ['a text that is there once', 'spec.template.spec.other.claimName', 'spec.pvc'],
  ['a part that appears twice: nowhere', 'spec.template.spec.volumes[2].emptyDir', ''],
  ['a text that appears twice: nowhere', 'spec.template.spec.same', ''],
  ['a part that the author did not write: nowhere', 'spec.template.spec.volumes[0].name', ''],
  ['metadata, which is alike by chance: nowhere', 'metadata.labels.team', ''],
  ['the object: nowhere', '', ''],
  ['a field that is not there at all: nowhere', 'status.phase', ''],
])('%s', (_name, path, expected) => {
  expect(writtenAt(RESOURCE, MANIFEST, path)).toBe(expected);
});

test('a resource without a spec has nothing', () => {
  expect(writtenAt({ kind: 'Viewer' }, MANIFEST, 'spec.template.spec.volumes[1]')).toBe('');
});
