/**
 * Properties of the rules on pods and nodes for any objects, and for the shapes that would make a
 * careless one slow.
 */
import { NODE_JUDGES } from '../../../src/manifests/nodes/judges';
import * as fc from '../../support/fast-check';
import { exchange } from '../../support/properties';
import { sized } from '../../support/size';
import {
  beside,
  claim,
  cronJob,
  deployment,
  Fields,
  onNodes,
  podSpec,
  said,
  storageClass,
  told,
  volume,
  workload,
} from '../objects';

const MANY = sized(10_000, 2_500);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

const OBJECTS: readonly Fields[] = [
  claim(),
  storageClass({
    volumeBindingMode: 'Immediate',
    allowedTopologies: [
      { matchLabelExpressions: [{ key: 'topology.kubernetes.io/zone', values: ['a'] }] },
    ],
  }),
  volume({
    csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'v' },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }],
      },
    },
  }),
  deployment(
    'web',
    podSpec({
      nodeSelector: { 'topology.kubernetes.io/zone': 'b' },
      affinity: { ...beside({ app: 'web' }), ...onNodes({ key: 'pool', values: ['a'] }) },
    }),
    { strategy: undefined },
  ),
  workload(
    'StatefulSet',
    'db',
    podSpec({ affinity: beside({ app: 'web' }, { namespaceSelector: {} }, 'podAntiAffinity') }),
    { replicas: 3, volumeClaimTemplates: [claim({}, { name: 'own' })] },
  ),
  cronJob(
    'dump',
    podSpec({
      containers: [
        {
          name: 'a',
          image: 'a',
          ports: [{ containerPort: 80, hostPort: 80 }],
          volumeMounts: [{ name: 'data', mountPath: '/data' }],
        },
      ],
    }),
  ),
];

test('any objects are judged without an exception, and twice the same', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.anything(), (which, at, value) => {
      const objects = OBJECTS.map((one, index) =>
        index === which % OBJECTS.length ? (exchange(one, at, value) as Fields) : one,
      );
      expect(said(NODE_JUDGES, objects)).toEqual(said(NODE_JUDGES, objects));
    }),
    { numRuns: 1000 },
  );
});

test('objects that are nothing but anything are judged, too', () => {
  fc.assert(
    fc.property(fc.array(fc.anything()), (values) => {
      told(NODE_JUDGES, [...OBJECTS, ...values.map((spec) => ({ ...OBJECTS[3], spec }))]);
    }),
  );
});

describe('linear are', () => {
  test('very many workloads of one claim', () => {
    expect(
      told(NODE_JUDGES, [claim(), ...numbers(MANY).map((index) => deployment(`web-${index}`))]),
    ).toHaveLength(MANY - 1);
  });

  test('very many workloads of one claim that are all brought together', () => {
    const group = numbers(MANY).map((index) =>
      deployment(
        `web-${index}`,
        podSpec({ affinity: beside({ group: 'g' }) }),
        {},
        { labels: { group: 'g' } },
      ),
    );
    expect(told(NODE_JUDGES, [claim(), ...group])).toEqual([]);
  });

  test('very many workloads of one claim, each with nodes and ports of its own', () => {
    const each = numbers(MANY).map((index) =>
      deployment(
        `web-${index}`,
        podSpec({
          nodeSelector: { [`pool-${index}`]: 'a' },
          affinity: beside({ app: `web-${index}` }, {}, 'podAntiAffinity'),
          containers: [
            { ...podSpec().containers[0], ports: [{ containerPort: 80, hostPort: 1 + index }] },
          ],
        }),
      ),
    );
    expect(told(NODE_JUDGES, [claim(), ...each])).toHaveLength(MANY - 1);
  });

  test('very many claims in one pod', () => {
    const names = numbers(MANY).map((index) => `data-${index}`);
    const volumes = names.map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
    const containers = [
      {
        name: 'app',
        image: 'app',
        volumeMounts: names.map((name) => ({ name, mountPath: `/${name}` })),
      },
    ];
    const web = deployment('web', podSpec({ volumes, containers }), { replicas: 2 });
    expect(
      told(NODE_JUDGES, [storageClass(), ...names.map((name) => claim({}, { name })), web]),
    ).toHaveLength(MANY);
  });

  test('very many volumes of zones in one pod', () => {
    const names = numbers(MANY).map((index) => `data-${index}`);
    const terms = [
      { matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['a'] }] },
    ];
    const volumes = names.map((name) =>
      volume(
        {
          csi: { driver: 'ebs.csi.aws.com', volumeHandle: name },
          claimRef: { name, namespace: 'shop' },
          nodeAffinity: { required: { nodeSelectorTerms: terms } },
        },
        { name },
      ),
    );
    const web = deployment(
      'web',
      podSpec({
        volumes: names.map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
        nodeSelector: { 'topology.kubernetes.io/zone': 'b' },
      }),
    );
    expect(
      told(NODE_JUDGES, [
        ...names.map((name) => claim({ storageClassName: '' }, { name })),
        ...volumes,
        web,
      ]),
    ).toHaveLength(1);
  });

  test('very many terms for all pods', () => {
    const expressions = (index: number) => ({
      labelSelector: { matchExpressions: [{ key: `none-${index}`, operator: 'DoesNotExist' }] },
      topologyKey: 'kubernetes.io/hostname',
    });
    const each = numbers(MANY).map((index) =>
      deployment(
        `web-${index}`,
        podSpec({
          affinity: {
            podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [expressions(index)] },
          },
        }),
      ),
    );
    expect(told(NODE_JUDGES, [claim(), ...each])).toEqual([]);
  });
});
