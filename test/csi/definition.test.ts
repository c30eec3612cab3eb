/** Mistakes in definitions of drivers, whoever wrote them: each with its whole line. */
import { AttachedDisks, driverOf, LocalDisks } from './drivers';
import { newStack, refusal } from './tree';
import { CsiDriverDefinition } from '../../src/csi';
import { Platform } from '../../src/tree';

const CONTEXT = {
  platform: 'vanilla',
  mode: 'this-stack',
  kubeletPath: '/k',
  logLevel: 1,
} as never;
const LABEL =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** The lines with which a definition is refused. */
function linesOf(definition: CsiDriverDefinition): string[] {
  return refusal(() => newStack({ driver: driverOf(definition), platform: Platform.VANILLA })).map(
    (line) => line.replace('chart/stack: ', ''),
  );
}

const LOCAL = new LocalDisks().describe(CONTEXT);
const DISKS = new AttachedDisks().describe(CONTEXT);
const [ROLE] = LOCAL.node.roles!;

function node(fields: object): CsiDriverDefinition {
  return { ...LOCAL, node: { ...LOCAL.node, ...fields } };
}

function role(...rules: object[]): CsiDriverDefinition {
  return node({ roles: [{ ...ROLE, rules }] });
}

/** The definition with other fields in the node plugin's first container, and in its pod. */
function inPod(container: object, pod: object = {}): CsiDriverDefinition {
  const [first, ...others] = LOCAL.node.pod.containers;
  return node({
    pod: { ...LOCAL.node.pod, containers: [{ ...first, ...container }, ...others], ...pod },
  });
}

test.each([
  ['the local one', LOCAL],
  ['the attached one', DISKS],
])('%s is taken', (_, definition) => {
  expect(linesOf(definition)).toEqual(['it was not refused']);
});

test.each<[string, CsiDriverDefinition, string[]]>([
  [
    'a name of 64 characters',
    { ...LOCAL, name: 'x'.repeat(64), storageClasses: [] },
    [`driver.name: the name "${'x'.repeat(64)}" has 64 characters; use at most 63 (csi/name)`],
  ],
  [
    'a name of the software that is not a label',
    { ...LOCAL, appName: 'Local CSI' },
    [
      `driver.appName: "Local CSI": ${LABEL}; use at most 63 letters, digits, dashes, dots and underscores (csi/name)`,
    ],
  ],
  [
    'no name of the software',
    { ...LOCAL, appName: '' },
    [
      'driver.appName: "": it is empty; use at most 63 letters, digits, dashes, dots and underscores (csi/name)',
    ],
  ],
  [
    'a name of a plugin of 64 characters',
    node({ name: 'x'.repeat(64) }),
    [
      `driver.node.name: "${'x'.repeat(64)}": must be no more than 63 bytes; use at most 63 letters, digits, dashes, dots and underscores (csi/name)`,
    ],
  ],
  [
    'a service account with capitals',
    node({ serviceAccountName: 'Local' }),
    [
      `driver.node.serviceAccountName: "Local": ${SUBDOMAIN}; use a name of at most 253 lower-case letters, digits, dashes and dots (storage/name)`,
      `driver.node.pod.serviceAccountName: "Local": ${SUBDOMAIN}; use the name of an object: at most 253 lower-case letters, digits, dashes and dots (pod/object-name)`,
    ],
  ],
  [
    'one name for both plugins',
    { ...DISKS, controller: { ...DISKS.controller!, name: 'disks-node' } },
    [
      'driver.controller.name: the name "disks-node" is that of the node plugin, whose pods the controller would select; use another name (csi/name)',
    ],
  ],
  [
    'one service account for both plugins',
    { ...DISKS, controller: { ...DISKS.controller!, serviceAccountName: 'disks-node' } },
    [
      'driver: two objects have the kind ServiceAccount and the name "disks-node"; rename one of them in the definition of the driver (csi/name)',
    ],
  ],
  [
    'two roles of one name',
    node({ roles: [ROLE, { ...ROLE, bindingName: 'other' }] }),
    [
      'driver: two objects have the kind ClusterRole and the name "local-node"; rename one of them in the definition of the driver (csi/name)',
    ],
  ],
  [
    'two bindings of one name',
    node({ roles: [ROLE, { ...ROLE, name: 'other' }] }),
    [
      'driver: two objects have the kind ClusterRoleBinding and the name "local-node"; rename one of them in the definition of the driver (csi/name)',
    ],
  ],
  [
    'a role with a slash in its name',
    node({ roles: [{ ...ROLE, name: 'local/node' }] }),
    [
      'driver.node.roles[0].name: "local/node" is not a valid name for a role; use a name without / and % (csi/name)',
    ],
  ],
  [
    'a binding of no name',
    node({ roles: [{ ...ROLE, bindingName: '' }] }),
    [
      'driver.node.roles[0].bindingName: "" is not a valid name for a role; use a name without / and % (csi/name)',
    ],
  ],
  [
    'a role called ..',
    node({ roles: [{ ...ROLE, name: '..' }] }),
    [
      'driver.node.roles[0].name: ".." is not a valid name for a role; use a name without / and % (csi/name)',
    ],
  ],
  [
    'a rule without verbs',
    role({ apiGroups: [''], resources: ['nodes'], verbs: [] }),
    [
      'driver.node.roles[0].rules[0].verbs: the rule has no verbs; add at least one, such as get (csi/role)',
    ],
  ],
  [
    'a rule without groups',
    role({ resources: ['nodes'], verbs: ['get'] }),
    [
      "driver.node.roles[0].rules[0].apiGroups: the rule has no apiGroups; add at least one; the core group is '' (csi/role)",
    ],
  ],
  [
    'a rule for nothing',
    role({ verbs: ['get'] }),
    [
      "driver.node.roles[0].rules[0].apiGroups: the rule has no apiGroups; add at least one; the core group is '' (csi/role)",
      'driver.node.roles[0].rules[0].resources: the rule has no resources; add at least one, such as nodes (csi/role)',
    ],
  ],
  [
    'a rule for resources and others',
    role({ apiGroups: [''], nonResourceUrLs: ['/metrics'], verbs: ['get'] }),
    [
      'driver.node.roles[0].rules[0].apiGroups: a rule for nonResourceURLs cannot have resources as well; remove it, or move it to a separate rule (csi/role)',
    ],
  ],
  [
    'a rule with a misspelt field',
    role({ apigroups: [''], apiGroups: [''], resources: ['nodes'], verbs: ['get'] }),
    [
      'driver.node.roles[0].rules[0].apigroups: a rule has no field "apigroups"; ' +
        'remove it; the fields are apiGroups, nonResourceURLs, resourceNames, resources, verbs (csi/role)',
    ],
  ],
  [
    'a rule with a text for a list',
    role({ apiGroups: [''], resources: ['nodes'], resourceNames: 'a', verbs: ['get'] }),
    [
      'driver.node.roles[0].rules[0].resourceNames: "a" is not a list of strings; use a list of strings (csi/role)',
    ],
  ],
  [
    'a range of ports beyond the last one',
    node({ reservedPorts: [{ first: 65535, last: 65536, use: 'mounts' }] }),
    [
      'driver.node.reservedPorts[0].last: 65536 is not a valid port; use a number from 1 to 65535 (csi/port)',
    ],
  ],
  [
    'a range of ports before the first one',
    node({ reservedPorts: [{ first: 0, last: 1, use: 'mounts' }] }),
    [
      'driver.node.reservedPorts[0].first: 0 is not a valid port; use a number from 1 to 65535 (csi/port)',
    ],
  ],
  [
    'a range of ports from its end',
    node({ reservedPorts: [{ first: 5, last: 4, use: 'mounts' }] }),
    [
      'driver.node.reservedPorts[0]: the range from 5 to 4 has no ports; put the lower port first (csi/port)',
    ],
  ],
  [
    'a constraint with the name of a built-in one',
    node({ scc: { name: 'privileged', privilegedRoleName: 'a' } }),
    [
      'driver.node.scc.name: the name "privileged" is that of a built-in SCC, which would be overwritten; use another name (csi/scc-name)',
    ],
  ],
  [
    'a constraint with a role of no name',
    node({ scc: { name: 'a', privilegedRoleName: 'a%' } }),
    [
      'driver.node.scc.privilegedRoleName: "a%" is not a valid name for a role; use a name without / and % (csi/name)',
    ],
  ],
  [
    'a namespace that is none',
    { ...LOCAL, defaultNamespace: 'Local' },
    [
      expect.stringMatching(
        /^driver\.defaultNamespace: "Local": a lowercase RFC 1123 label .*\(storage\/namespace\)$/,
      ) as never,
    ],
  ],
  [
    'a token for a moment',
    { ...LOCAL, csiDriver: { tokenRequests: [{ audience: 'a', expirationSeconds: 599 }] } },
    [
      'driver.csiDriver.tokenRequests[0].expirationSeconds: 599 seconds is not a valid lifetime for a token; use a number from 600 to 4294967296 (csi/value)',
    ],
  ],
  [
    'a token forever',
    { ...LOCAL, csiDriver: { tokenRequests: [{ audience: 'a', expirationSeconds: 2 ** 32 + 1 }] } },
    [
      'driver.csiDriver.tokenRequests[0].expirationSeconds: 4294967297 seconds is not a valid lifetime for a token; use a number from 600 to 4294967296 (csi/value)',
    ],
  ],
  [
    'two tokens for one audience',
    {
      ...LOCAL,
      csiDriver: { tokenRequests: [{ audience: 'a' }, { audience: 'b' }, { audience: 'a' }] },
    },
    [
      'driver.csiDriver.tokenRequests[2].audience: there is already a token for the audience "a"; remove one of them (csi/value)',
    ],
  ],
  [
    'a period that is too short',
    { ...LOCAL, csiDriver: { nodeAllocatableUpdatePeriodSeconds: 9 } as never },
    [
      'driver.csiDriver.nodeAllocatableUpdatePeriodSeconds: 9 seconds is too short a period; use at least 10 (csi/value)',
    ],
  ],
  [
    'a mode of volumes that there is not',
    { ...LOCAL, csiDriver: { volumeLifecycleModes: ['persistent'] } },
    [
      'driver.csiDriver.volumeLifecycleModes[0]: "persistent" is not a valid value; must be one of Ephemeral, Persistent; perhaps you meant "Persistent" (input/type)',
    ],
  ],
  [
    'a field that no CSIDriver has',
    { ...LOCAL, csiDriver: { attachrequired: false } as never },
    [
      'driver.csiDriver.attachrequired: there is no option "attachrequired", so false would have no effect; perhaps you meant "attachRequired" (input/unknown-field)',
    ],
  ],
  [
    'a requirement that is no JSON',
    { ...LOCAL, requirements: [{ field: 'a', mustBe: 'File', reason: 'b' }] },
    [
      'driver.requirements[0].mustBe: "File" is not valid JSON; use JSON, with strings in double quotes (input/type)',
    ],
  ],
  [
    'a container with a name that is none',
    inPod({ name: 'Scratch_1' }),
    [
      'driver.node.pod.containers[0].name: "Scratch_1": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or \'-\', ' +
        "and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?'); " +
        'use at most 63 lower-case letters, digits and dashes (pod/container)',
    ],
  ],
  [
    'two containers of one name',
    inPod({ name: 'csi-driver-registrar' }),
    [
      'driver.node.pod.containers[1].name: the container "csi-driver-registrar" already exists as driver.node.pod.containers[0]; rename it (pod/container)',
    ],
  ],
  [
    'a container without an image',
    inPod({ image: undefined }),
    [
      'driver.node.pod.containers[0].image: the image is empty; name it, such as nginx:1.29 (pod/image)',
    ],
  ],
  [
    'a mount of a volume that there is not',
    inPod({ volumeMounts: [{ name: 'state', mountPath: '/state' }] }),
    [
      expect.stringMatching(
        /^driver\.node\.pod\.containers\[0\]\.volumeMounts\[0\]\.name: .*"state".* \(pod\/[a-z-]+\)$/,
      ) as never,
    ],
  ],
  [
    'two mounts at one path',
    inPod({
      volumeMounts: [
        { name: 'devices', mountPath: '/dev' },
        { name: 'plugin-dir', mountPath: '/dev' },
      ],
    }),
    [
      'driver.node.pod.containers[0].volumeMounts[1].mountPath: "/dev" is already mounted, by driver.node.pod.containers[0].volumeMounts[0]; use another path (pod/mount-path-taken)',
    ],
  ],
  [
    'two volumes of one name',
    inPod({}, { volumes: [...LOCAL.node.pod.volumes!, { name: 'devices', emptyDir: {} }] }),
    [
      'driver.node.pod.volumes[4].name: the volume "devices" is already taken by driver.node.pod.volumes[3]; rename it (pod/volume-twice)',
    ],
  ],
  [
    'a pod that ends',
    inPod({}, { restartPolicy: 'Never' }),
    [
      'driver.node.pod.restartPolicy: "Never" is not a restart policy that the pod can have here; use Always (pod/restart-policy)',
    ],
  ],
  [
    'a pod without containers',
    inPod({}, { containers: [] }),
    ['driver.node.pod.containers: the pod has no containers; add at least one (pod/container)'],
  ],
  [
    'a pod with containers that are none',
    inPod({}, { containers: 'driver' }),
    ['driver.node.pod.containers: "driver" is not a list; use a list (pod/type)'],
  ],
])('refused: %s', (_, definition, lines) => expect(linesOf(definition)).toEqual(lines));

test.each<[string, CsiDriverDefinition]>([
  ['a driver of 63 characters', { ...LOCAL, name: 'x'.repeat(63) }],
  ['software of 63 characters', { ...LOCAL, appName: 'x'.repeat(63) }],
  ['a plugin of 63 characters', node({ name: 'x'.repeat(63) })],
  [
    'a role of the system',
    node({ roles: [{ ...ROLE, name: 'system:Local_Node', bindingName: 'system:local' }] }),
  ],
  ['a rule for what is no resource', role({ nonResourceUrLs: ['/metrics'], verbs: ['get'] })],
  [
    'tokens for ten minutes, and for the longest time',
    {
      ...LOCAL,
      csiDriver: {
        tokenRequests: [
          { audience: 'a', expirationSeconds: 600 },
          { audience: '', expirationSeconds: 2 ** 32 },
        ],
      },
    },
  ],
  [
    'the shortest period',
    { ...LOCAL, csiDriver: { nodeAllocatableUpdatePeriodSeconds: 10 } as never },
  ],
  [
    'the first and the last port',
    node({
      reservedPorts: [
        { first: 1, last: 1, use: 'a' },
        { first: 65535, last: 65535, use: 'b' },
      ],
    }),
  ],
])('taken: %s', (_, definition) => expect(linesOf(definition)).toEqual(['it was not refused']));
