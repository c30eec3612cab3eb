/**
 * Two that listen at one port: in a pod, on the host, and where a plugin picks its ports from a
 * range.
 */
import { AttachedDisks, driverOf } from './drivers';
import { newStack, refusal } from './tree';

interface Given {
  readonly node?: object;
  readonly controller?: object;
  /** Further fields of the node plugin, and of its pod. */
  readonly plugin?: object;
  readonly pod?: object;
  readonly controllerPod?: object;
}

const TAKEN = ['it was not refused'];

/** The lines for a driver whose plugins' first containers have these ports. */
function linesOf({ node, controller, plugin, pod, controllerPod }: Given): string[] {
  const definition = new AttachedDisks().describe({
    platform: 'vanilla',
    mode: 'this-stack',
    kubeletPath: '/k',
    logLevel: 1,
  } as never);
  const containers = ([first, ...others]: readonly object[], port: object | undefined) => [
    { ...first, ports: port ? [port] : [] },
    ...others,
  ];
  const driver = driverOf({
    ...definition,
    node: {
      ...definition.node,
      ...plugin,
      pod: {
        ...definition.node.pod,
        containers: containers(definition.node.pod.containers, node),
        ...pod,
      },
    },
    controller: {
      ...definition.controller!,
      pod: {
        ...definition.controller!.pod,
        containers: containers(definition.controller!.pod.containers, controller),
        ...controllerPod,
      },
    },
  } as never);
  return refusal(() => newStack({ driver })).map((line) => line.replace('chart/stack: ', ''));
}

const ON_HOST = { pod: { hostNetwork: true }, controllerPod: { hostNetwork: true } };

test.each<[string, Given, string[]]>([
  [
    'two pods with networks of their own',
    { node: { containerPort: 80 }, controller: { containerPort: 80 } },
    TAKEN,
  ],
  [
    'two pods on the host',
    { ...ON_HOST, node: { containerPort: 80 }, controller: { containerPort: 80 } },
    [
      'controller: the port 80 of the host is used by disks-node (disks) and by disks-controller (disks); ' +
        "use another port for one of them, or take it off the host's network (csi/port-clash)",
    ],
  ],
  [
    'two pods on the host, with names for their ports',
    {
      ...ON_HOST,
      node: { name: 'a', containerPort: 80 },
      controller: { name: 'b', containerPort: 80 },
    },
    [
      'controller: the port 80 of the host is used by disks-node (a) and by disks-controller (b); ' +
        "use another port for one of them, or take it off the host's network (csi/port-clash)",
    ],
  ],
  [
    'two pods on the host at other ports',
    { ...ON_HOST, node: { containerPort: 80 }, controller: { containerPort: 81 } },
    TAKEN,
  ],
  [
    'two pods on the host that speak otherwise',
    { ...ON_HOST, node: { containerPort: 80, protocol: 'UDP' }, controller: { containerPort: 80 } },
    TAKEN,
  ],
  [
    'two pods on the host that say what the other one means',
    { ...ON_HOST, node: { containerPort: 80, protocol: 'TCP' }, controller: { containerPort: 80 } },
    [
      'controller: the port 80 of the host is used by disks-node (disks) and by disks-controller (disks); ' +
        "use another port for one of them, or take it off the host's network (csi/port-clash)",
    ],
  ],
  [
    'one on the host, and one with a port of the host',
    {
      pod: { hostNetwork: true },
      node: { containerPort: 80 },
      controller: { containerPort: 8080, hostPort: 80 },
    },
    [
      'controller: the port 80 of the host is used by disks-node (disks) and by disks-controller (disks); ' +
        "use another port for one of them, or take it off the host's network (csi/port-clash)",
    ],
  ],
  [
    'one on the host, and one whose port in its own network is the same',
    {
      pod: { hostNetwork: true },
      node: { containerPort: 80 },
      controller: { containerPort: 80, hostPort: 81 },
    },
    TAKEN,
  ],
  [
    'two pods with one port of the host',
    { node: { containerPort: 1, hostPort: 80 }, controller: { containerPort: 2, hostPort: 80 } },
    [
      'controller: the port 80 of the host is used by disks-node (disks) and by disks-controller (disks); ' +
        "use another port for one of them, or take it off the host's network (csi/port-clash)",
    ],
  ],
  [
    'a container that runs first',
    {
      node: { containerPort: 80 },
      pod: {
        initContainers: [
          { name: 'first', image: 'registry.example.com/first:1', ports: [{ containerPort: 80 }] },
        ],
      },
    },
    [
      'node: the port 80 is used by disks-node (first) and by disks-node (disks); use another port for one of them (csi/port-clash)',
    ],
  ],
  [
    'the first port of a range',
    {
      node: { containerPort: 100 },
      plugin: { reservedPorts: [{ first: 100, last: 200, use: 'mounts' }] },
    },
    [
      'node: the port 100, for disks-node (disks), is in the range from 100 to 200, which disks-node uses for mounts; use another port (csi/port-clash)',
    ],
  ],
  [
    'the last port of a range',
    {
      node: { containerPort: 200 },
      plugin: { reservedPorts: [{ first: 100, last: 200, use: 'mounts' }] },
    },
    [
      'node: the port 200, for disks-node (disks), is in the range from 100 to 200, which disks-node uses for mounts; use another port (csi/port-clash)',
    ],
  ],
  [
    'the port before a range',
    {
      node: { containerPort: 99 },
      plugin: { reservedPorts: [{ first: 100, last: 200, use: 'mounts' }] },
    },
    TAKEN,
  ],
  [
    'the port behind a range',
    {
      node: { containerPort: 201 },
      plugin: { reservedPorts: [{ first: 100, last: 200, use: 'mounts' }] },
    },
    TAKEN,
  ],
  [
    'a port of the second range',
    {
      node: { containerPort: 5 },
      plugin: {
        reservedPorts: [
          { first: 100, last: 200, use: 'mounts' },
          { first: 5, last: 5, use: 'logs' },
        ],
      },
    },
    [
      'node: the port 5, for disks-node (disks), is in the range from 5 to 5, which disks-node uses for logs; use another port (csi/port-clash)',
    ],
  ],
  [
    'a range of another network',
    {
      controller: { containerPort: 150 },
      plugin: { reservedPorts: [{ first: 100, last: 200, use: 'mounts' }] },
    },
    TAKEN,
  ],
  [
    'a range of the host',
    {
      ...ON_HOST,
      controller: { containerPort: 150 },
      plugin: { reservedPorts: [{ first: 100, last: 200, use: 'mounts' }] },
    },
    [
      'controller: the port 150 of the host, for disks-controller (disks), is in the range from 100 to 200, which disks-node uses for mounts; use another port (csi/port-clash)',
    ],
  ],
  [
    'two containers of one pod on the host',
    {
      node: { containerPort: 80 },
      pod: {
        hostNetwork: true,
        containers: ['a', 'b'].map((name) => ({
          name,
          image: 'registry.example.com/a:1',
          ports: [{ containerPort: 80 }],
        })),
      },
    },
    [
      'driver.node.pod.containers[1].ports[0].containerPort: the port 80 of the node is already taken, by driver.node.pod.containers[0].ports[0]; use another port (pod/port)',
    ],
  ],
])('%s', (_, given, lines) => expect(linesOf(given)).toEqual(lines));
