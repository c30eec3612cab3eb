/** Pods and volumes, and the node affinity that the pod has afterwards. */
import { Fields } from '../support/reading';

/** A pod among volumes, by what it is about. */
export interface SteeringCase {
  readonly about: string;
  readonly object: Fields;
  readonly cluster: readonly Fields[];
  /** The affinity afterwards, or that the pod is refused. */
  readonly affinity: object | undefined | 'refused';
}

const DRIVER = 'localdisk.csi.acstor.io';
const KEY = `topology.${DRIVER}/node`;
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const MOST = 64;

const node = (...values: string[]) => ({ key: KEY, operator: 'In', values });
const zone = (value: string) => ({ key: 'zone', operator: 'In', values: [value] });
const field = { key: 'metadata.name', operator: 'In', values: ['node-9'] };
const term = (...matchExpressions: object[]) => ({ matchExpressions });
const preferring = (...preferences: object[]) => ({ nodeAffinity: { [PREFERRED]: preferences } });
const requiring = (...nodeSelectorTerms: object[]) => ({
  nodeAffinity: { [REQUIRED]: { nodeSelectorTerms } },
});
const weighing = (preference: object, weight = 100) => ({ weight, preference });

interface VolumeParts {
  readonly name?: string;
  readonly claimRef?: object;
  readonly driver?: string;
  readonly volumeHandle?: string;
  readonly initial?: string;
  readonly selected?: string;
  readonly mode?: string;
  readonly phase?: string;
}
const volume = ({
  name = 'pv-1',
  claimRef = { namespace: 'apps', name: 'data' },
  driver = DRIVER,
  volumeHandle = 'vg#pv-1',
  ...parts
}: VolumeParts = {}): Fields => {
  const { initial = 'node-1', selected, mode, phase } = parts;
  const volumeAttributes = {
    [`${DRIVER}/selected-initial-node`]: initial,
    ...(mode ? { [`${DRIVER}/failover-mode`]: mode } : {}),
  };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name,
      ...(selected === undefined ? {} : { annotations: { [`${DRIVER}/selected-node`]: selected } }),
    },
    spec: { claimRef, csi: { driver, volumeHandle, volumeAttributes } },
    ...(phase ? { status: { phase } } : {}),
  };
};
/** A volume without what most have. */
const bare = (spec: object): Fields => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'bare' },
  spec: spec as Fields,
});
const CLAIM_REF = { namespace: 'apps', name: 'data' };

const pod = (
  affinity?: object,
  volumes: readonly object[] | undefined = [
    { name: 'v', persistentVolumeClaim: { claimName: 'data' } },
  ],
): Fields => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { ...(affinity ? { affinity } : {}), ...(volumes ? { volumes } : {}) },
});
const steered = (
  about: string,
  cluster: readonly Fields[],
  affinity: SteeringCase['affinity'],
  object: Fields = pod(),
): SteeringCase => ({ about, object, cluster, affinity });
const left = (about: string, cluster: readonly Fields[], object?: Fields): SteeringCase =>
  steered(about, cluster, undefined, object);
const beside = (
  about: string,
  mode: string,
  given: object,
  affinity: SteeringCase['affinity'],
): SteeringCase => steered(about, [volume({ mode })], affinity, pod(given));

const NODE_1 = preferring(weighing(term(node('node-1'))));
const DURABLE = requiring(term(node('node-1')));
const many = (count: number, ...more: object[]) =>
  Array.from({ length: count }, (_, index) => term(zone(`z${index}`), ...more));

/** Whose volume it is, and where. */
const LOOKED_UP: readonly SteeringCase[] = [
  steered('a volume', [volume()], NODE_1),
  steered(
    'a claim among other volumes',
    [volume()],
    NODE_1,
    pod(undefined, [
      { name: 'tmp', emptyDir: {} },
      { name: 'v', persistentVolumeClaim: { claimName: 'data' } },
    ]),
  ),
  left('a pod without volumes', [volume()], pod(undefined, [])),
  left('a pod that says nothing of volumes', [volume()], { ...pod(), spec: {} }),
  left('a pod with another volume', [volume()], pod(undefined, [{ name: 'data', emptyDir: {} }])),
  left(
    'a pod with another claim',
    [volume()],
    pod(undefined, [{ name: 'v', persistentVolumeClaim: { claimName: 'other' } }]),
  ),
  left(
    'a volume of a claim that has no name',
    [volume()],
    pod(undefined, [{ name: 'v', persistentVolumeClaim: {} }]),
  ),
  left(
    'a claim without a name',
    [volume({ claimRef: { namespace: 'apps', name: '' } })],
    pod(undefined, [{ name: 'v', persistentVolumeClaim: { claimName: '' } }]),
  ),
  left(
    'an ephemeral volume of that name',
    [volume({ claimRef: { namespace: 'apps', name: 'web-data' } })],
    pod(undefined, [{ name: 'data', ephemeral: {} }]),
  ),
  left('no volumes', []),
  left('the claim of another namespace', [
    volume({ claimRef: { namespace: 'other', name: 'data' } }),
  ]),
  left('a volume that names no namespace', [volume({ claimRef: { name: 'data' } })]),
  left('a volume that names no claim', [volume({ claimRef: { namespace: 'apps' } })]),
  left('a volume for any claim', [bare({ csi: { driver: DRIVER, volumeHandle: 'vg#x' } })]),
  left('a volume of another driver', [volume({ driver: 'disk.csi.azure.com' })]),
  left('a volume of no driver', [bare({ claimRef: CLAIM_REF, nfs: { server: 's', path: '/' } })]),
  left('a volume without a driver', [
    bare({
      claimRef: CLAIM_REF,
      csi: {
        volumeHandle: 'vg#x',
        volumeAttributes: { [`${DRIVER}/selected-initial-node`]: 'node-1' },
      },
    }),
  ]),
  left('a volume with an empty handle', [volume({ volumeHandle: '' })]),
  left('a volume without a handle', [
    bare({
      claimRef: CLAIM_REF,
      csi: { driver: DRIVER, volumeAttributes: { [`${DRIVER}/selected-initial-node`]: 'node-1' } },
    }),
  ]),
  left('a volume of nowhere', [
    bare({ claimRef: CLAIM_REF, csi: { driver: DRIVER, volumeHandle: 'vg#x' } }),
  ]),
  left('a volume of an empty node', [volume({ initial: '' })]),
  steered(
    'a volume that moved',
    [volume({ selected: 'node-2' })],
    preferring(weighing(term(node('node-2')))),
  ),
  steered(
    'a volume of which only the move is known',
    [volume({ initial: '', selected: 'node-2' })],
    preferring(weighing(term(node('node-2')))),
  ),
  steered(
    'a volume without attributes that moved',
    [
      {
        ...bare({ claimRef: CLAIM_REF, csi: { driver: DRIVER, volumeHandle: 'vg#x' } }),
        metadata: volume({ selected: 'node-2' }).metadata,
      },
    ],
    preferring(weighing(term(node('node-2')))),
  ),
  steered('a volume whose move is empty', [volume({ selected: '' })], NODE_1),
  ...['Bound', 'Available', 'Pending'].map((phase) =>
    steered(`a volume that is ${phase}`, [volume({ phase })], NODE_1),
  ),
  ...['Released', 'Failed'].map((phase) => left(`a volume that is ${phase}`, [volume({ phase })])),
  steered('a volume without a phase', [{ ...volume(), status: {} }], NODE_1),
  steered(
    'a claim that is made anew',
    [
      volume({ phase: 'Released', mode: 'durability' }),
      volume({ name: 'pv-2', initial: 'node-2', phase: 'Bound', mode: 'durability' }),
    ],
    requiring(term(node('node-2'))),
  ),
];

/** What looks like the node and is something else. */
const ALMOST: readonly object[] = [
  { ...node('node-1'), key: 'kubernetes.io/hostname' },
  { ...node('node-1'), operator: 'NotIn' },
  node('node-1', 'node-2'),
  node('node-2'),
  { key: KEY, operator: 'In' },
  { key: KEY, operator: 'Exists' },
];

/** What is added to what there is. */
const ADDED: readonly SteeringCase[] = [
  steered('durability', [volume({ mode: 'durability' })], DURABLE),
  steered('availability', [volume({ mode: 'availability' })], NODE_1),
  steered('a mode that nobody knows', [volume({ mode: 'Durability' })], NODE_1),
  steered(
    'two volumes',
    [
      volume({ mode: 'durability' }),
      volume({ name: 'pv-2', claimRef: { namespace: 'apps', name: 'logs' }, initial: 'node-2' }),
    ],
    {
      nodeAffinity: {
        ...DURABLE.nodeAffinity,
        ...preferring(weighing(term(node('node-2')))).nodeAffinity,
      },
    },
    pod(undefined, [
      { name: 'v', persistentVolumeClaim: { claimName: 'data' } },
      { name: 'w', persistentVolumeClaim: { claimName: 'logs' } },
    ]),
  ),
  ...['durability', 'availability'].flatMap((mode) =>
    [{}, { nodeAffinity: {} }, { podAffinity: {} }].map((given) =>
      beside(`${mode} beside ${JSON.stringify(given)}`, mode, given, {
        ...given,
        ...(mode === 'durability' ? DURABLE : NODE_1),
      }),
    ),
  ),
  beside(
    'a preference',
    'availability',
    preferring(weighing(term(zone('a')), 50)),
    preferring(weighing(term(zone('a')), 50), weighing(term(node('node-1')))),
  ),
  beside('what is preferred already', 'availability', NODE_1, NODE_1),
  beside(
    'what is preferred already, among others',
    'availability',
    preferring(weighing(term(zone('a'))), weighing(term(zone('b'), node('node-1')))),
    preferring(weighing(term(zone('a'))), weighing(term(zone('b'), node('node-1')))),
  ),
  beside(
    'what is preferred less',
    'availability',
    preferring(weighing(term(node('node-1')), 99)),
    preferring(weighing(term(node('node-1')), 99), weighing(term(node('node-1')))),
  ),
  ...ALMOST.flatMap((other) => [
    beside(
      `a preference like ${JSON.stringify(other)}`,
      'availability',
      preferring(weighing(term(other))),
      preferring(weighing(term(other)), weighing(term(node('node-1')))),
    ),
    beside(
      `an alternative like ${JSON.stringify(other)}`,
      'durability',
      requiring(term(other)),
      requiring(term(other, node('node-1'))),
    ),
  ]),
  beside('its node preferred, where it has to be required', 'durability', NODE_1, {
    nodeAffinity: { ...NODE_1.nodeAffinity, ...DURABLE.nodeAffinity },
  }),
  beside('its node required, where it is preferred', 'availability', DURABLE, {
    nodeAffinity: { ...NODE_1.nodeAffinity, ...DURABLE.nodeAffinity },
  }),
  beside(
    'a preference by fields',
    'availability',
    preferring(weighing({ matchFields: [field] })),
    preferring(weighing({ matchFields: [field] }), weighing(term(node('node-1')))),
  ),
  beside('what is required for another reason', 'availability', requiring(term(zone('a'))), {
    nodeAffinity: { ...requiring(term(zone('a'))).nodeAffinity, ...NODE_1.nodeAffinity },
  }),
  beside(
    'what is preferred for another reason',
    'durability',
    preferring(weighing(term(zone('a')))),
    {
      nodeAffinity: {
        ...preferring(weighing(term(zone('a')))).nodeAffinity,
        ...DURABLE.nodeAffinity,
      },
    },
  ),
  beside(
    'alternatives',
    'durability',
    requiring(term(zone('a')), { matchFields: [field] }, {}, term(zone('b'))),
    requiring(
      term(zone('a'), node('node-1')),
      { matchFields: [field], ...term(node('node-1')) },
      {},
      term(zone('b'), node('node-1')),
    ),
  ),
  beside(
    'an alternative with both',
    'durability',
    requiring({ ...term(zone('a')), matchFields: [field] }),
    requiring({ ...term(zone('a'), node('node-1')), matchFields: [field] }),
  ),
  beside(
    'an alternative of empty lists',
    'durability',
    requiring({ matchExpressions: [], matchFields: [field] }),
    requiring({ ...term(node('node-1')), matchFields: [field] }),
  ),
  beside('what is required already', 'durability', DURABLE, DURABLE),
  beside(
    'what is required already in one of two',
    'durability',
    requiring(term(node('node-1'), zone('a')), term(zone('b'))),
    requiring(term(node('node-1'), zone('a')), term(zone('b'), node('node-1'))),
  ),
  beside(
    'another node',
    'durability',
    requiring(term(node('node-2'))),
    requiring(term(node('node-2'), node('node-1'))),
  ),
  beside('alternatives for no node', 'durability', requiring({}), requiring({})),
  beside(
    'as many alternatives as there may be',
    'durability',
    requiring(...many(MOST)),
    requiring(...many(MOST, node('node-1'))),
  ),
  beside('one alternative more', 'durability', requiring(...many(MOST + 1)), 'refused'),
  beside(
    'any number of them where nothing is required',
    'availability',
    requiring(...many(MOST + 1)),
    { nodeAffinity: { ...requiring(...many(MOST + 1)).nodeAffinity, ...NODE_1.nodeAffinity } },
  ),
];

/** All cases. */
export const STEERING_CASES: readonly SteeringCase[] = [...LOOKED_UP, ...ADDED];
