/**
 * The refusals by the API server of the pods that options make: told at the option, each with its
 * whole line.
 */
import { AttachedDisks, driverOf } from './drivers';
import { findingsOf, newChart, newStack, refusal } from './tree';
import { CsiDriverStackProps, CsiNodeOptions } from '../../src/csi';
import { Platform } from '../../src/tree';

const NAME_REMEDY =
  'use the name of an object: at most 253 lower-case letters, digits, dashes and dots';
const KEY =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** The lines with which a stack is refused, without the path of its construct. */
function linesOf(props: object): string[] {
  return refusal(() => newStack(props as Partial<CsiDriverStackProps>)).map((line) =>
    line.replace('chart/stack: ', ''),
  );
}

/** Options for the driver's container in the node plugin. */
function inContainer(options: object): object {
  return { containers: { 'efs-plugin': options } };
}

function affinity(kind: string, terms: object): object {
  return { affinity: { [kind]: terms } };
}

test.each<[string, object, string[]]>([
  [
    'a request above its limit',
    inContainer({ resources: { requests: { memory: '2Gi' }, limits: { memory: '1Gi' } } }),
    [
      'node.containers.efs-plugin.resources.requests.memory: "2Gi" is more than the limit "1Gi"; request less or raise the limit (pod/resources)',
    ],
  ],
  [
    'a negative request',
    inContainer({ resources: { requests: { cpu: '-1' } } }),
    [
      'node.containers.efs-plugin.resources.requests.cpu: "-1" is negative; use a quantity that is not negative (pod/resources)',
    ],
  ],
  [
    'a resource that there is not',
    inContainer({ resources: { limits: { ram: '1Gi' } } }),
    [
      'node.containers.efs-plugin.resources.limits.ram: containers have no resource "ram"; use cpu, memory, ephemeral-storage or a resource such as nvidia.com/gpu (pod/resources)',
    ],
  ],
  [
    'a variable with a number',
    inContainer({
      env: [
        { name: 'CSI_NODE_NAME', value: 'a' },
        { name: 'LEVEL', value: 5 },
      ],
    }),
    [
      'node.containers.efs-plugin.env[1].value: 5 is not a string; write it in quotes: "5" (pod/type)',
    ],
  ],
  [
    'a toleration without a key',
    {
      tolerations: [
        { key: 'a', operator: 'Exists' },
        { operator: 'Equal', value: 'b' },
      ],
    },
    [
      'node.tolerations[1].operator: a toleration without a key requires the operator Exists; use a key, or operator: Exists for all taints (pod/scheduling)',
    ],
  ],
  [
    'a toleration with a misspelt operator',
    { tolerations: [{ key: 'a', operator: 'exists' }] },
    [
      'node.tolerations[0].operator: "exists" is not a valid operator; perhaps you meant "Exists" (pod/choice)',
    ],
  ],
  [
    'a toleration of an effect that there is not',
    { tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoRun' }] },
    [
      'node.tolerations[0].effect: "NoRun" is not a valid effect; use one of NoExecute, NoSchedule, PreferNoSchedule (pod/choice)',
    ],
  ],
  [
    'a toleration for a time that no effect has',
    { tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 5 }] },
    [
      'node.tolerations[0].effect: tolerationSeconds is for the effect NoExecute, not "NoSchedule"; remove tolerationSeconds, or set effect: NoExecute (pod/scheduling)',
    ],
  ],
  [
    'an affinity without terms',
    affinity('nodeAffinity', { [REQUIRED]: { nodeSelectorTerms: [] } }),
    [
      `node.affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms: there is no term; add at least one, or remove the affinity (pod/scheduling)`,
    ],
  ],
  [
    'an affinity without a weight',
    affinity('nodeAffinity', {
      [PREFERRED]: [{ preference: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } }],
    }),
    [
      `node.affinity.nodeAffinity.${PREFERRED}[0].weight: the weight is undefined; use 1 to 100 (pod/scheduling)`,
    ],
  ],
  [
    'an affinity to pods without a topology',
    affinity('podAffinity', { [REQUIRED]: [{ labelSelector: { matchLabels: { app: 'a' } } }] }),
    [
      `node.affinity.podAffinity.${REQUIRED}[0].topologyKey: there is no key; use a key such as kubernetes.io/arch (pod/scheduling)`,
    ],
  ],
  [
    'an affinity that is a text within',
    affinity('nodeAffinity', 'zone-a' as never),
    ['node.affinity.nodeAffinity: "zone-a" is not a map; use a map of fields (pod/type)'],
  ],
  [
    'a label of nodes that is none',
    { nodeSelector: { 'my disk': 'fast' } },
    [
      `node.nodeSelector.my disk: the key "my disk": ${KEY}; use a key such as kubernetes.io/arch (pod/scheduling)`,
    ],
  ],
  [
    'a priority class that is none',
    { priorityClassName: 'Not A Name' },
    [`node.priorityClassName: "Not A Name": ${SUBDOMAIN}; ${NAME_REMEDY} (pod/object-name)`],
  ],
  [
    'a further field of another type',
    { additionalFields: { shareProcessNamespace: 'true' } },
    [
      'node.additionalFields.shareProcessNamespace: "true" is not a boolean; use true or false (pod/type)',
    ],
  ],
  [
    'a restart policy',
    { additionalFields: { restartPolicy: 'OnFailure' } },
    [
      'node.additionalFields.restartPolicy: "OnFailure" is not a restart policy that the pod can have here; use Always (pod/restart-policy)',
    ],
  ],
  [
    'a name of a host with dots',
    { additionalFields: { hostname: 'a.b' } },
    [
      expect.stringMatching(
        /^node\.additionalFields\.hostname: "a\.b": .+ \(pod\/[a-z-]+\)$/,
      ) as never,
    ],
  ],
])('the node plugin is refused %s', (_, node, lines) =>
  expect(linesOf({ node: node as CsiNodeOptions })).toEqual(lines),
);

test.each<[string, object, string[]]>([
  [
    'a toleration behind those of the driver',
    { controller: { enabled: true, tolerations: [{ operator: 'Exists' }, { operator: 'Equal' }] } },
    [
      'controller.tolerations[1].operator: a toleration without a key requires the operator Exists; use a key, or operator: Exists for all taints (pod/scheduling)',
    ],
  ],
  [
    'a variable behind those of the driver',
    {
      controller: {
        enabled: true,
        containers: {
          'csi-provisioner': {
            env: [
              { name: 'ADDRESS', value: 'a' },
              { name: 'A=B', value: 'b' },
            ],
          },
        },
      },
    },
    [
      'controller.containers.csi-provisioner.env[1].name: "A=B" is not a valid name for a variable; use letters, digits and underscores (pod/env-name)',
    ],
  ],
  [
    'a spread that nobody knows',
    {
      controller: {
        enabled: true,
        additionalFields: {
          topologySpreadConstraints: [
            { maxSkew: 0, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' },
          ],
        },
      },
    },
    [
      'controller.additionalFields.topologySpreadConstraints[0].maxSkew: 0 is not a valid skew; use 1 or more (pod/scheduling)',
    ],
  ],
  [
    'a secret for images that has no name',
    { images: { imagePullSecrets: [{ name: 'pull' }, { name: '' }] } },
    ['images.imagePullSecrets[1].name: "" is empty; set a value, or remove it (input/type)'],
  ],
  [
    'paths that become too long in a registry',
    { images: { registry: `registry.example.com/${'a'.repeat(220)}` } },
    [
      ...Array<string>(2).fill(
        `images.registry: "registry.example.com/${'a'.repeat(178)}… is not a valid image: the repository must be no more than 255 characters; ` +
          'use a reference such as nginx:1.29 (pod/image)',
      ),
    ],
  ],
  [
    'a port before the first one',
    { node: { healthPort: 0 } },
    ['node.healthPort: 0 is not a valid port; use a number from 1 to 65535 (csi/port)'],
  ],
  [
    'a port behind the last one',
    { node: { healthPort: 65536 } },
    ['node.healthPort: 65536 is not a valid port; use a number from 1 to 65535 (csi/port)'],
  ],
  [
    'a log level below zero',
    { logLevel: -1 },
    ['logLevel: -1 is not a valid log level; use a number from 0 to 10 (csi/value)'],
  ],
  [
    'the path of the root for kubelet',
    { kubeletPath: '/' },
    [
      'kubeletPath: "/" is not an absolute path without a trailing slash; use a path such as /var/lib/kubelet (csi/value)',
    ],
  ],
  [
    'a share of more than all nodes',
    { node: { maxUnavailable: '101%' } },
    [
      'node.maxUnavailable: "101%" is neither a number of pods nor a percentage above zero; use a number such as 1 or a percentage such as 10% (csi/value)',
    ],
  ],
  [
    'a share of no nodes',
    { node: { maxUnavailable: '0%' } },
    [
      'node.maxUnavailable: "0%" is neither a number of pods nor a percentage above zero; use a number such as 1 or a percentage such as 10% (csi/value)',
    ],
  ],
])('a stack is refused %s', (_, props, lines) => expect(linesOf(props)).toEqual(lines));

test.each<[string, object, string]>([
  [
    'a field that resources do not have',
    inContainer({ resources: { limit: { memory: '1Gi' } } }),
    'node.containers.efs-plugin.resources.limit: unknown field "limit"; perhaps you meant "limits" (pod/unknown-field)',
  ],
  [
    'an affinity with a misspelt part',
    affinity('nodeaffinity', {}),
    'node.affinity.nodeaffinity: unknown field "nodeaffinity"; perhaps you meant "nodeAffinity" (pod/unknown-field)',
  ],
  [
    'a further field that pods do not have',
    { additionalFields: { hostAlias: [] } },
    'node.additionalFields.hostAlias: unknown field "hostAlias"; perhaps you meant "hostAliases" (pod/unknown-field)',
  ],
])('the node plugin is taken with a warning: %s', (_, node, line) => {
  const chart = newChart();
  newStack({ node: node as CsiNodeOptions }, chart);
  expect(findingsOf(chart)).toEqual([`warning: chart/stack: ${line}`]);
});

test.each<[string, object]>([
  ['the first port', { node: { healthPort: 1 } }],
  ['the last port', { node: { healthPort: 65535 } }],
  ['the least to say', { logLevel: 0 }],
  ['the most to say', { logLevel: 10 }],
  ['all nodes without the plugin', { node: { maxUnavailable: '100%' } }],
  ['one node without the plugin', { node: { maxUnavailable: 1 } }],
  ['a single controller', { controller: { enabled: true, replicas: 1 } }],
  [
    'a request that is its limit',
    {
      node: inContainer({
        resources: { requests: { memory: '1Gi' }, limits: { memory: '1024Mi' } },
      }),
    },
  ],
  ['the port before those of TLS mounts', { node: { healthPort: 20048 } }],
  ['the port behind those of TLS mounts', { node: { healthPort: 21050 } }],
  [
    'nulls where nothing is meant',
    { node: { affinity: { nodeAffinity: null, podAffinity: null } } },
  ],
])('a stack is taken with %s', (_, props) => {
  const chart = newChart();
  newStack(props, chart);
  expect(findingsOf(chart)).toEqual([]);
});

test('another field of the pod that options make wrong is told in the definition', () => {
  const definition = new AttachedDisks().describe({
    platform: 'vanilla',
    mode: 'this-stack',
    kubeletPath: '/k',
    logLevel: 1,
  } as never);
  const [first, ...others] = definition.node.pod.containers;
  const containers = [{ ...first, ports: [{ containerPort: 80, hostPort: 8080 }] }, ...others];
  const node = { ...definition.node, pod: { ...definition.node.pod, containers } };
  const driver = driverOf({ ...definition, node });
  expect(linesOf({ driver, node: { hostNetwork: true }, platform: Platform.VANILLA })).toEqual([
    'driver.node.pod.containers[0].ports[0].hostPort: 8080 differs from the containerPort 80, but hostNetwork is true; remove it (pod/port)',
  ]);
});
