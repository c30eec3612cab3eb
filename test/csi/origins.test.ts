/**
 * The places of findings on pods: at the option that the field comes from, else in the definition.
 */
import { CONTROLLED, linesOf, nodeLines, POD, specOf, TINY, withPod } from './tiny';

const KEYLESS = { operator: 'Equal' };
const KEYLESS_LINE =
  'a toleration without a key requires the operator Exists; use a key, or operator: Exists for all taints (pod/scheduling)';
const FINE = { key: 'a', operator: 'Exists' };
const IMAGE = 'registry.example.com/tiny:v1';

/** So many containers: c0, c1, and so on. */
function containers(count: number, fields: object = {}): object[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `c${index}`,
    image: IMAGE,
    ...fields,
  }));
}

const NEGATIVE = { resources: { requests: { cpu: '-1' } } };
const NEGATIVE_LINE =
  'resources.requests.cpu: "-1" is negative; use a quantity that is not negative (pod/resources)';

test.each([0, 1, 9, 10, 11])('an option of container %i is told at its name', (index) => {
  expect(
    nodeLines(withPod({ containers: containers(12) }), { containers: { [`c${index}`]: NEGATIVE } }),
  ).toEqual([`error: node.containers.c${index}.${NEGATIVE_LINE}`]);
});

test.each([0, 9, 10])(
  'an option of container %i of those that run first is told at its name',
  (index) => {
    const driver = withPod({ initContainers: containers(11) });
    expect(nodeLines(driver, { containers: { [`c${index}`]: NEGATIVE } })).toEqual([
      `error: node.containers.c${index}.${NEGATIVE_LINE}`,
    ]);
  },
);

test.each([0, 9, 10])('the toleration %i of the node plugin is told at its place', (index) => {
  const tolerations = [...Array.from({ length: index }, () => FINE), KEYLESS];
  expect(nodeLines(withPod({ tolerations: [FINE, FINE] }), { tolerations })).toEqual([
    `error: node.tolerations[${index}].operator: ${KEYLESS_LINE}`,
  ]);
});

test.each([0, 1, 10])(
  "the controller's toleration behind %i of the definition is told as its first",
  (before) => {
    const pod = { ...POD, tolerations: Array.from({ length: before }, () => FINE) };
    const driver = { ...CONTROLLED, controller: { ...CONTROLLED.controller!, pod } };
    expect(
      linesOf(
        specOf(driver, { options: { controller: { enabled: true, tolerations: [KEYLESS] } } }),
      ),
    ).toEqual([`error: controller.tolerations[0].operator: ${KEYLESS_LINE}`]);
  },
);

test.each([0, 1, 10])(
  'a variable behind %i of the definition is told as the first of the option',
  (before) => {
    const env = Array.from({ length: before }, (_, index) => ({ name: `V${index}`, value: 'a' }));
    expect(
      nodeLines(withPod({ containers: containers(1, { env }) }), {
        containers: { c0: { env: [{ name: 'A=B', value: 'b' }] } },
      }),
    ).toEqual([
      'error: node.containers.c0.env[0].name: "A=B" is not a valid name for a variable; use letters, digits and underscores (pod/env-name)',
    ]);
  },
);

test.each<[string, object, object, string]>([
  [
    'a field of a variable',
    { containers: containers(1, { env: [{ name: 'A', hint: 1 }] }) },
    { containers: { c0: { env: [{ name: 'B' }] } } },
    'containers[0].env[0].hint',
  ],
  [
    'a field of resources',
    { containers: containers(1, { resources: { hint: 1 } }) },
    { containers: { c0: { env: [{ name: 'B' }] } } },
    'containers[0].resources.hint',
  ],
  [
    'a field of a toleration',
    { tolerations: [{ ...FINE, hint: 1 }] },
    { priorityClassName: 'a' },
    'tolerations[0].hint',
  ],
  [
    'a field of an affinity',
    { affinity: { hint: 1 } },
    { priorityClassName: 'a' },
    'affinity.hint',
  ],
  [
    'a field of a port',
    { containers: containers(1, { ports: [{ containerPort: 80, hint: 80 }] }) },
    { priorityClassName: 'a' },
    'containers[0].ports[0].hint',
  ],
  [
    'a field of a port beside its own',
    { containers: containers(1, { ports: [{ containerPort: 80, hint: 81 }] }) },
    { healthPort: 80 },
    'containers[0].ports[0].hint',
  ],
  [
    'a field of DNS',
    { dnsConfig: { nameservers: ['10.0.0.10'], hint: 1 } },
    { dnsPolicy: 'None' },
    'dnsConfig.hint',
  ],
  ['a field of the pod', { hint: 1 }, { priorityClassName: 'a' }, 'hint'],
])('%s of the definition is told there, whatever else is given', (_, pod, options, place) => {
  expect(nodeLines(withPod(pod), options)).toEqual([
    `warning: driver.node.pod.${place}: unknown field "hint"; remove it (pod/unknown-field)`,
  ]);
});

test('an affinity that is fine hides nothing that is wrong elsewhere', () => {
  const affinity = {
    podAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, podAffinityTerm: { topologyKey: 'a' } },
      ],
    },
  };
  expect(nodeLines(TINY, { affinity, tolerations: [KEYLESS] })).toEqual([
    `error: node.tolerations[0].operator: ${KEYLESS_LINE}`,
  ]);
});

describe('a port of a definition that takes the option healthPort', () => {
  const [a, b] = ['a', 'b'].map((name) => ({ name, image: IMAGE }));
  const portsOf = (...ports: object[]) => withPod({ containers: [a, { ...b, ports }] });
  const line = (path: string, host: number, own: number) =>
    `error: ${path}: ${host} differs from the containerPort ${own}, but hostNetwork is true; remove it (pod/port)`;

  test.each<[string, number, string]>([
    ['is told at the option', 8080, 'node.healthPort'],
    [
      'is told in the definition where it is another',
      8081,
      'driver.node.pod.containers[1].ports[0].hostPort',
    ],
  ])('%s', (_, healthPort, path) => {
    const driver = portsOf({ containerPort: 80, hostPort: 8080 });
    expect(nodeLines(driver, { hostNetwork: true, healthPort })).toEqual([line(path, 8080, 80)]);
  });

  test.each([0, 9, 10])('is told at the option when it is number %i', (index) => {
    const ports = Array.from({ length: 11 }, (_, at) => ({
      containerPort: 100 + at,
      ...(at === index ? { hostPort: 8080 } : {}),
    }));
    expect(nodeLines(portsOf(...ports), { hostNetwork: true, healthPort: 8080 })).toEqual([
      line('node.healthPort', 8080, 100 + index),
    ]);
  });

  test('is told in the definition without the option', () => {
    expect(
      nodeLines(portsOf({ containerPort: 80, hostPort: 8080 }), { hostNetwork: true }),
    ).toEqual([line('driver.node.pod.containers[1].ports[0].hostPort', 8080, 80)]);
  });
});

test.each<[string, object, object, string]>([
  [
    'a policy of DNS without servers',
    { dnsPolicy: 'None' },
    {},
    'node.additionalFields.dnsConfig.nameservers: the policy None requires a name server; add at least one (pod/dns)',
  ],
  [
    'a policy of DNS with too little',
    { dnsPolicy: 'None', additionalFields: { dnsConfig: { nameservers: [] } } },
    {},
    'node.additionalFields.dnsConfig.nameservers: the policy None requires a name server; add at least one (pod/dns)',
  ],
  [
    'a network of the host for a pod with users of its own',
    { hostNetwork: true },
    { hostUsers: false },
    'node.hostNetwork: hostNetwork is true, but hostUsers is false; remove one of them (pod/host)',
  ],
])('%s is told where the user can change it', (_, options, pod, line) =>
  expect(nodeLines(withPod(pod), options)).toEqual([`error: ${line}`]),
);

test('a port of the option that is none is told once', () => {
  expect(nodeLines(TINY, { healthPort: 0 })).toEqual([
    'error: node.healthPort: 0 is not a valid port; use a number from 1 to 65535 (csi/port)',
  ]);
});

test.each<[string, string, object, string, string]>([
  [
    'of the definition',
    'team/tiny:v2',
    {},
    'driver.node.pod.initContainers[1].image',
    'team/tiny:v2',
  ],
  [
    'of the options',
    IMAGE,
    { overrides: { c1: { repository: 'team/mine' } } },
    'images.overrides.c1',
    'team/mine:v1',
  ],
])('an image without a registry, %s, is told there', (_, image, images, path, shown) => {
  const [first, second] = containers(2);
  expect(
    nodeLines(withPod({ initContainers: [first, { ...second, image }] }), {}, { images }),
  ).toEqual([
    `warning: ${path}: the image "${shown}" has no registry: on vanilla Kubernetes the node decides where it comes from; ` +
      `name the registry, such as docker.io/${shown} (csi/image-registry)`,
  ]);
});

test('a network of the host that the definition has is told there', () => {
  expect(
    nodeLines(withPod({ hostNetwork: true }), { additionalFields: { hostUsers: false } }),
  ).toEqual([
    'error: driver.node.pod.hostNetwork: hostNetwork is true, but hostUsers is false; remove one of them (pod/host)',
  ]);
});

test('a controller without tolerations of its own has those of the option, each at its place', () => {
  expect(
    linesOf(
      specOf(CONTROLLED, {
        options: { controller: { enabled: true, tolerations: [FINE, KEYLESS] } },
      }),
    ),
  ).toEqual([`error: controller.tolerations[1].operator: ${KEYLESS_LINE}`]);
});

test.each<[string, object, object, string]>([
  [
    'of the options is told there',
    {},
    { images: { imagePullSecrets: [{ name: 'a' }, { name: 'b' }, { name: 'a' }] } },
    'images.imagePullSecrets[2]',
  ],
  [
    'of the definition is told there',
    { imagePullSecrets: [{ name: 'a' }, { name: 'b' }, { name: 'a' }] },
    {},
    'driver.node.pod.imagePullSecrets[2]',
  ],
  [
    'of the definition is told there, whatever images are taken',
    { imagePullSecrets: [{ name: 'a' }, { name: 'b' }, { name: 'a' }] },
    { images: { imagePullPolicy: 'Always' } },
    'driver.node.pod.imagePullSecrets[2]',
  ],
])('a secret for images that is given twice, %s', (_, pod, options, path) => {
  expect(nodeLines(withPod(pod), {}, options)).toEqual([
    `warning: ${path}: "a" already exists; name each secret once (pod/pull-secret)`,
  ]);
});
