/** Every option has its type at run time: what comes from JavaScript has no compiler behind it. */
import { newStack, newStackOf, refusal } from './tree';
import { CsiDriverStackProps, CsiSidecars } from '../../src/csi';
import { EfsCsiDriver } from '../../src/efs/constructs/efs-csi-driver';
import { Platform } from '../../src/tree';

/** The options of a stack that are true or false, whole numbers, and words of a choice. */
const PLUGIN_FLAGS = ['hostNetwork'];
const FLAGS = [
  'createNamespace',
  'operatorGroup',
  ...PLUGIN_FLAGS.map((one) => `node.${one}`),
  ...PLUGIN_FLAGS.map((one) => `controller.${one}`),
  'controller.enabled',
  'controller.podDisruptionBudget',
  'csiDriver.attachRequired',
  'csiDriver.podInfoOnMount',
  'csiDriver.preventPodSchedulingIfMissing',
  'csiDriver.requiresRepublish',
  'csiDriver.seLinuxMount',
  'csiDriver.serviceAccountTokenInSecrets',
  'csiDriver.storageCapacity',
  'storageClasses[0].dynamic',
  'storageClasses[0].allowVolumeExpansion',
  'storageClasses[0].isDefault',
];
const INTEGERS = [
  'logLevel',
  'node.healthPort',
  'controller.healthPort',
  'controller.replicas',
  'csiDriver.nodeAllocatableUpdatePeriodSeconds',
];
const CHOICES: { readonly [option: string]: string } = {
  mode: 'this-stack, openshift-operator, external',
  'images.imagePullPolicy': 'Always, IfNotPresent, Never',
  'node.dnsPolicy': 'ClusterFirst, ClusterFirstWithHostNet, Default, None',
  'controller.dnsPolicy': 'ClusterFirst, ClusterFirstWithHostNet, Default, None',
  'csiDriver.fsGroupPolicy': 'File, None, ReadWriteOnceWithFSType',
  'storageClasses[0].reclaimPolicy': 'Delete, Retain',
  'storageClasses[0].volumeBindingMode': 'Immediate, WaitForFirstConsumer',
};

/** Options with this value at this place. */
function optionsWith(place: string, value: unknown): object {
  const [first, ...rest] = place.split('.');
  if (rest.length === 0) return { [first]: value };
  if (first === 'storageClasses[0]') return { storageClasses: [{ name: 'a', [rest[0]]: value }] };
  return { [first]: { [rest[0]]: value } };
}

function linesOf(options: object): string[] {
  return refusal(() => newStack(options));
}

test.each(FLAGS)('%s is true or false, and no text', (place) => {
  expect(linesOf(optionsWith(place, 'false'))).toEqual([
    `chart/stack: ${place}: "false" is neither true nor false; write it without quotes: false (input/type)`,
  ]);
});

test.each(INTEGERS)('%s is a whole number', (place) => {
  expect(linesOf(optionsWith(place, '5'))).toEqual([
    `chart/stack: ${place}: "5" is not a whole number; write it without quotes: 5 (input/type)`,
  ]);
  expect(linesOf(optionsWith(place, 1.5))).toEqual([
    `chart/stack: ${place}: 1.5 is not a whole number; use a whole number (input/type)`,
  ]);
});

test.each(Object.entries(CHOICES))('%s is one of its words', (place, words) => {
  expect(linesOf(optionsWith(place, 'zzzzzzzzzzz'))).toEqual([
    `chart/stack: ${place}: "zzzzzzzzzzz" is not a valid value; must be one of ${words} (input/type)`,
  ]);
});

test.each<[string, object, string]>([
  [
    'a number for the namespace',
    { namespace: 5 },
    'namespace: 5 is not a string; write it in quotes: "5" (input/type)',
  ],
  [
    'a list for the node plugin',
    { node: [] },
    expect.stringMatching(
      /^chart\/stack: node: \[\] is not an object; use an object with healthPort, .+ \(input\/type\)$/,
    ) as never,
  ],
  [
    'a number for a label',
    { node: { podLabels: { team: 5 } } },
    'node.podLabels.team: 5 is not a string; write it in quotes: "5" (input/type)',
  ],
  [
    'true for a node selector',
    { node: { nodeSelector: { fast: true } } },
    'node.nodeSelector.fast: true is not a string; write it in quotes: "true" (input/type)',
  ],
  [
    'a text for arguments',
    { node: { containers: { 'efs-plugin': { additionalArgs: '--v=9' } } } },
    'node.containers.efs-plugin.additionalArgs: "--v=9" is not a list; use a list (input/type)',
  ],
  [
    'an option that containers do not have',
    { node: { containers: { 'efs-plugin': { args: [] } } } },
    'node.containers.efs-plugin.args: there is no option "args", so [] would have no effect; remove it; the options are resources, additionalArgs, env (input/unknown-field)',
  ],
  [
    'a variable without a name',
    { node: { containers: { 'efs-plugin': { env: [{ value: 'a' }] } } } },
    'node.containers.efs-plugin.env[0].name: name is required; set name (input/type)',
  ],
  [
    'an option that images do not have',
    { images: { imagePullSecret: 'a' } },
    'images.imagePullSecret: there is no option "imagePullSecret", so "a" would have no effect; perhaps you meant "imagePullSecrets" (input/unknown-field)',
  ],
  [
    'an option that overrides do not have',
    { images: { overrides: { 'efs-plugin': { image: 'a' } } } },
    'images.overrides.efs-plugin.image: there is no option "image", so "a" would have no effect; remove it; the options are repository, tag, digest (input/unknown-field)',
  ],
  [
    'an option that a stack does not have',
    { nodes: {} },
    'nodes: there is no option "nodes", so {} would have no effect; perhaps you meant "node" (input/unknown-field)',
  ],
  [
    'the spelling of others for further fields',
    { node: { extra: { hostIPC: true } } },
    expect.stringMatching(
      /^chart\/stack: node\.extra: there is no option "extra", so {"hostIPC":true} would have no effect; remove it; the options are healthPort, .+additionalFields.+ \(input\/unknown-field\)$/,
    ) as never,
  ],
  [
    'an option that classes do not have',
    { storageClasses: [{ name: 'a', provisioner: 'b' }] },
    expect.stringMatching(
      /^chart\/stack: storageClasses\[0\]\.provisioner: there is no option "provisioner", so "b" would have no effect; remove it; .+ \(input\/unknown-field\)$/,
    ) as never,
  ],
  [
    'a parameter that is a number',
    { storageClasses: [{ name: 'a', parameters: { uid: 0 } }] },
    'storageClasses[0].parameters.uid: 0 is not a string; write it in quotes: "0" (input/type)',
  ],
  [
    'a token without an audience',
    { csiDriver: { tokenRequests: [{ expirationSeconds: 600 }] } },
    'csiDriver.tokenRequests[0].audience: audience is required; set audience (input/type)',
  ],
  ...[
    'affinity',
    'containers',
    'dnsPolicy',
    'hostNetwork',
    'nodeSelector',
    'priorityClassName',
    'tolerations',
  ].map((field): [string, object, string] => [
    `${field} as a further field`,
    { node: { additionalFields: { [field]: 'a' } } },
    `node.additionalFields.${field}: "a" is not allowed here; use the option ${field} (input/unknown-field)`,
  ]),
  ...['serviceAccount', 'serviceAccountName', 'volumes'].map((field): [string, object, string] => [
    `${field} as a further field`,
    { node: { additionalFields: { [field]: 'a' } } },
    `node.additionalFields.${field}: "a" is not allowed here; change the definition of the driver (input/unknown-field)`,
  ]),
  [
    'containers that run first as a further field',
    { node: { additionalFields: { initContainers: [] } } },
    'node.additionalFields.initContainers: [] is not allowed here; use the option containers (input/unknown-field)',
  ],
  [
    'secrets for images as a further field',
    { node: { additionalFields: { imagePullSecrets: [] } } },
    'node.additionalFields.imagePullSecrets: [] is not allowed here; use images.imagePullSecrets (input/unknown-field)',
  ],
])('refused: %s', (_, options, line) => {
  expect(linesOf(options)).toEqual([typeof line === 'string' ? `chart/stack: ${line}` : line]);
});

test.each<[string, Partial<CsiDriverStackProps>, string]>([
  [
    'pinScc',
    { platform: Platform.OPENSHIFT, openshift: { pinScc: 'false' as never } },
    'openshift.pinScc: "false" is neither true nor false; write it without quotes: false',
  ],
  [
    'workersOnly',
    { platform: Platform.OPENSHIFT, openshift: { workersOnly: 1 as never } },
    'openshift.workersOnly: 1 is neither true nor false; use true or false',
  ],
  [
    'workersOnly',
    { vanilla: { workersOnly: 'true' as never } },
    'vanilla.workersOnly: "true" is neither true nor false; write it without quotes: true',
  ],
  [
    'sccMode',
    { platform: Platform.OPENSHIFT, openshift: { sccMode: 'CUSTOM' as never } },
    'openshift.sccMode: "CUSTOM" is not a valid value; must be one of custom, privileged, none; perhaps you meant "custom"',
  ],
  [
    'nodeSccName',
    { platform: Platform.OPENSHIFT, openshift: { nodeSccName: 5 as never } },
    'openshift.nodeSccName: 5 is not a string; write it in quotes: "5"',
  ],
  [
    'excludedComputeTypes',
    { platform: Platform.EKS, eks: { excludedComputeTypes: ['farget' as never] } },
    'eks.excludedComputeTypes[0]: "farget" is not a valid value; must be one of fargate, hybrid, auto; perhaps you meant "fargate"',
  ],
  [
    'excludedComputeTypes',
    { platform: Platform.EKS, eks: { excludedComputeTypes: 'fargate' as never } },
    'eks.excludedComputeTypes: "fargate" is not a list; use a list',
  ],
])('%s of a platform has its type', (_, options, line) => {
  expect(refusal(() => newStack(options))).toEqual([`chart/stack: ${line} (input/type)`]);
});

test.each<[unknown, string]>([
  ['moon', '"moon" is not a valid value; must be one of vanilla, openshift, eks, gke, aks'],
  [
    'EKS',
    '"EKS" is not a valid value; must be one of vanilla, openshift, eks, gke, aks; perhaps you meant "eks"',
  ],
  [{}, '{} is not a valid value; must be one of vanilla, openshift, eks, gke, aks'],
])('the platform %j is refused', (platform, message) => {
  expect(refusal(() => newStackOf({ driver: new EfsCsiDriver(), platform }))).toEqual([
    `chart/stack: platform: ${message} (input/type)`,
  ]);
});

test.each<[string, () => unknown, string]>([
  [
    'a port that is a text',
    () => CsiSidecars.livenessProbe({ image: 'a', port: '9809' as never }),
    'port: "9809" is not a whole number; write it without quotes: 9809 (input/type)',
  ],
  [
    'no image',
    () => CsiSidecars.registrar({ socket: '/a', logLevel: 1 } as never),
    'image: image is required; set image (input/type)',
  ],
  [
    'arguments that are a text',
    () =>
      CsiSidecars.provisioner({
        image: 'a',
        socketDirectory: '/a',
        logLevel: 1,
        additionalArgs: '--v' as never,
      }),
    'additionalArgs: "--v" is not a list; use a list (input/type)',
  ],
  [
    'an option that there is not',
    () =>
      CsiSidecars.provisioner({
        image: 'a',
        socketDirectory: '/a',
        logLevel: 1,
        additionalArg: [],
      } as never),
    'additionalArg: there is no option "additionalArg", so [] would have no effect; perhaps you meant "additionalArgs" (input/unknown-field)',
  ],
  [
    'no options',
    () => CsiSidecars.registrar(undefined as never),
    'undefined is not an object; use an object with image, socket, logLevel (input/type)',
  ],
  [
    'no name of the driver',
    () => CsiSidecars.socketPath('/var/lib/kubelet', undefined as never),
    'driverName: driverName is required; set driverName (input/type)',
  ],
  [
    'a path that is a number',
    () => CsiSidecars.kubeletVolumes(5 as never, 'a'),
    'kubeletPath: 5 is not a string; write it in quotes: "5" (input/type)',
  ],
])('a sidecar with %s is refused', (_, make, line) => expect(refusal(make)).toEqual([line]));
