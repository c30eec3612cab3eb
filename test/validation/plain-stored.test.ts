/** Objects that are plainly right as the server keeps them: the long way says nothing of them. */
import { isClusterScoped, workloadKinds } from '../../src/kube';
import {
  ASSIGNED_ADDRESS,
  ASSIGNED_UID,
  chosenVolume,
  isPlainlyRight,
  isPlainlyStored,
  newObject,
  objectProblems,
  readManifests,
} from '../../src/validation';
import { readStringData } from '../../src/validation/kinds';

const KINDS = { isCluster: isClusterScoped, workloads: workloadKinds() };
const core = (kind: string, spec: object) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name: 'web', ...(kind === 'PersistentVolume' ? {} : { namespace: 'shop' }) },
  spec,
});
const claimSpec = {
  accessModes: ['ReadWriteOnce'],
  storageClassName: 'fast',
  resources: { requests: { storage: '10Gi' } },
};
const volume = (claimRef: object) =>
  core('PersistentVolume', {
    capacity: { storage: '10Gi' },
    accessModes: ['ReadWriteOnce'],
    nfs: { server: 'nfs', path: '/data' },
    claimRef,
  });
const service = (spec: object) => core('Service', { ports: [{ port: 80 }], ...spec });

/** The object as the server stores it. */
function stored(given: object) {
  const [sent] = readManifests([given], 'default', KINDS);
  const { apiVersion, kind, workload } = sent;
  const live = newObject(sent);
  return { sent, live, object: { apiVersion, kind, workload, manifest: live } };
}

test.each<[string, object]>([
  ['the address of a Service', service({ selector: { app: 'web' } })],
  [
    'the volume of a claim',
    core('PersistentVolumeClaim', { ...claimSpec, volumeName: chosenVolume('shop/web') }),
  ],
  [
    'the uid of the claim of a volume',
    volume({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      name: 'web',
      namespace: 'shop',
      uid: ASSIGNED_UID,
    }),
  ],
])('an object with %s is plainly right, and nothing is said of it', (_about, given) => {
  const { sent, live, object } = stored(given);
  expect({
    isWritten: isPlainlyRight(object),
    isStored: isPlainlyStored(object),
    problems: objectProblems(live, sent, { isTaken: false }),
  }).toEqual({ isWritten: false, isStored: true, problems: [] });
});

test.each<[string, object]>([
  [
    'two addresses',
    service({ clusterIP: ASSIGNED_ADDRESS, clusterIPs: [ASSIGNED_ADDRESS, 'fd00::1'] }),
  ],
  ['a port that is none', service({ ports: [{ port: 0 }] })],
  ['another volume', core('PersistentVolumeClaim', { ...claimSpec, volumeName: 'No name' })],
  ['another uid', volume({ name: 'web', namespace: 'shop', uid: 'other' })],
])('an object with %s takes a longer look', (_about, given) => {
  expect(isPlainlyStored(stored(given).object)).toBe(false);
});

test('every key of stringData becomes one of data, whatever it is called', () => {
  const live = JSON.parse(
    '{"data":{"a":"MQ==","constructor":"Mg=="},"stringData":{"__proto__":"3"}}',
  );
  readStringData(live);
  expect(JSON.stringify(live)).toBe(
    '{"data":{"a":"MQ==","constructor":"Mg==","__proto__":"Mw=="}}',
  );
});
