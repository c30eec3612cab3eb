/** The names that the API server has for what it refuses of a pod; Kubernetes 1.36 said them. */
import { diffObjects } from '../../src/diff';

function pod(container: object, spec: object = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { containers: [{ name: 'web', image: 'nginx:1', ...container }], ...spec },
  };
}

function withVolume(source: object, mount?: object): object {
  const mounts = mount ? { volumeMounts: [{ name: 'data', mountPath: '/data', ...mount }] } : {};
  return pod(mounts, { volumes: [{ name: 'data', ...source }] });
}

function withHook(hook: object): object {
  return pod({ lifecycle: { preStop: hook } });
}

function jobOf(container: object, fields: object = {}): object {
  const { spec } = pod(container, fields) as { readonly spec: object };
  const template = { spec: { ...spec, restartPolicy: 'Never' } };
  const metadata = { name: 'web', namespace: 'shop' };
  return { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { template } };
}

function withRequests(requests: object, limits: object = {}): object {
  return pod({ resources: { requests, limits } });
}

const servers = ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'];

test.each<[string, object, readonly string[]]>([
  ['an empty overhead', pod({}, { overhead: {} }), ['']],
  [
    'empty claims of the pod as a whole',
    pod({}, { resources: { claims: [] } }),
    ['spec.resources.claims'],
  ],
  [
    'empty claims of the pods of a template',
    jobOf({}, { resources: { claims: [] } }),
    ['spec.template.spec.resources.claims'],
  ],
  [
    'a volume that is mounted and a device, at one path',
    pod(
      {
        volumeMounts: [{ name: 'data', mountPath: '/x' }],
        volumeDevices: [{ name: 'data', devicePath: '/x' }],
      },
      { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] },
    ),
    [
      'spec.containers[0].volumeDevices[0].name',
      'spec.containers[0].volumeMounts[0].name',
      'spec.containers[0].volumeDevices[0].devicePath',
      'spec.containers[0].volumeMounts[0].mountPath',
    ],
  ],
  [
    'several sources of a variable, each of which is wrong',
    pod({
      env: [
        {
          name: 'A',
          valueFrom: { configMapKeyRef: { name: 'a', key: 'a/b' }, fieldRef: { fieldPath: 'x' } },
        },
      ],
    }),
    [
      'spec.containers[0].env[0].valueFrom',
      'spec.containers[0].env[0].valueFrom.configMapKeyRef.key',
      'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath',
    ],
  ],
  [
    'another priority than that of a class of the system',
    pod({}, { priorityClassName: 'system-node-critical', priority: 5 }),
    [''],
  ],
  ['what no runtime class costs', pod({}, { overhead: { cpu: 1 } }), ['']],
  [
    'a node beside gates',
    pod({}, { nodeName: 'a', schedulingGates: [{ name: 'a.com/b' }] }),
    ['spec.nodeName'],
  ],
  [
    'processes that are shared twice',
    pod({}, { hostPID: true, shareProcessNamespace: true }),
    ['spec.securityContext.shareProcessNamespace'],
  ],
  [
    'white space around the image of a Pod',
    pod({ image: ' nginx:1' }),
    ['spec.containers[0].image'],
  ],
  [
    'a path that leads out of a volume',
    withVolume({ emptyDir: {} }, { subPath: '../x' }),
    ['spec.containers[0].volumeMounts.subPath'],
  ],
  [
    'two paths into a volume',
    withVolume({ emptyDir: {} }, { subPath: 'a', subPathExpr: 'b' }),
    ['spec.containers[0].volumeMounts[0].subPathExpr'],
  ],
  [
    'a mount that is read-only below, and not itself',
    withVolume({ emptyDir: {} }, { recursiveReadOnly: 'Enabled' }),
    ['spec.containers[0].volumeMounts.recursiveReadOnly'],
  ],
  [
    'three sources, in the order of the server',
    withVolume({ configMap: { name: 'a' }, emptyDir: {}, hostPath: { path: '/a' } }),
    ['spec.volumes[0].hostPath', 'spec.volumes[0].configMap'],
  ],
  [
    'two actions',
    withHook({ sleep: { seconds: 1 }, exec: { command: ['a'] } }),
    ['spec.containers[0].lifecycle.preStop.sleep'],
  ],
  [
    'two sources of one projection',
    withVolume({ projected: { sources: [{ configMap: { name: 'a' }, secret: { name: 'a' } }] } }),
    ['spec.volumes[0].projected.sources[0]'],
  ],
  [
    'an ephemeral volume of no size',
    withVolume({
      ephemeral: {
        volumeClaimTemplate: {
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '0' } } },
        },
      },
    }),
    ['spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources[storage]'],
  ],
  ['no name servers', pod({}, { dnsPolicy: 'None' }), ['spec.dnsConfig']],
  [
    'an empty list of name servers',
    pod({}, { dnsPolicy: 'None', dnsConfig: {} }),
    ['spec.dnsConfig.nameservers'],
  ],
  [
    'too many name servers',
    pod({}, { dnsConfig: { nameservers: servers } }),
    ['spec.dnsConfig.nameservers'],
  ],
  [
    'a request above its limit',
    withRequests({ cpu: '2' }, { cpu: '1' }),
    ['spec.containers[0].resources.requests'],
  ],
  [
    'a device without a limit',
    withRequests({ 'nvidia.com/gpu': '1' }),
    ['spec.containers[0].resources.limits'],
  ],
  [
    'a resource that does not exist',
    withRequests({ disk: '1' }),
    ['spec.containers[0].resources.requests[disk]'],
  ],
])('%s: the server refuses it by its own name of the field', (_about, next, fields) => {
  const [{ errors = [] }] = diffObjects([], [next]).objects;
  expect(errors.map(({ field }) => field)).toEqual(fields);
});

test.each<[string, object]>([
  ['an image that is no reference', pod({ image: 'ng inx:1' })],
  ['white space around the image of a template', jobOf({ image: ' nginx:1' })],
  ['white space around the image of a volume', withVolume({ image: { reference: ' nginx:1' } })],
  ['a name that no config map can have', withVolume({ configMap: { name: 'My_A' } })],
  ['a name that no claim can have', withVolume({ persistentVolumeClaim: { claimName: 'My_A' } })],
  ['root where it must not be', pod({ securityContext: { runAsUser: 0, runAsNonRoot: true } })],
])('%s: the server takes it, though the pod does not start', (_about, next) => {
  expect(diffObjects([], [next]).objects[0].verdict).toBe('created');
});

test.each<[string, object]>([
  [
    'a pod with the priority of its class',
    pod(
      {},
      {
        priorityClassName: 'system-node-critical',
        priority: 2000001000,
      },
    ),
  ],
  [
    'a pod of a class that may cost',
    pod(
      {},
      {
        overhead: { cpu: 1 },
        runtimeClassName: 'kata',
      },
    ),
  ],
])('%s is not refused for it', (_what, next) => {
  expect(diffObjects([], [next]).objects[0].verdict).not.toBe('refused');
});

test('an image without a name is refused of a pod, and taken in a template', () => {
  const volumes = [{ name: 'data', image: {} }];
  const errorsOf = (object: object) => diffObjects([], [object]).objects[0].errors;
  expect(errorsOf(pod({}, { volumes }))?.map(({ field }) => field)).toEqual([
    'spec.volumes[0].image.reference',
  ]);
  expect(errorsOf(jobOf({}, { volumes }))).toBeUndefined();
});

test('a template with a node beside gates is taken', () => {
  const { spec } = pod({}, { nodeName: 'a', schedulingGates: [{ name: 'a.com/b' }] }) as {
    readonly spec: object;
  };
  const job = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { template: { spec: { ...spec, restartPolicy: 'Never' } } },
  };
  expect(diffObjects([], [job]).objects[0].verdict).toBe('created');
});

test('pods with a node beside gates are not made', () => {
  const web = (fields: object) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { ...fields, containers: [{ name: 'web', image: 'nginx:1.29' }] },
      },
    },
  });
  const gates = { schedulingGates: [{ name: 'a.com/b' }] };
  const rolledOut = (fields: object) => {
    const { objects, notes } = diffObjects([web({})], [web(fields)]);
    return [objects[0].restarts, ...notes.map(({ message }) => message)];
  };
  expect(rolledOut({ ...gates, nodeName: 'a' })).toEqual([
    'none',
    'the rollout stops, and old pods keep running: a pod cannot have both a node and schedulingGates',
  ]);
  expect(rolledOut({ ...gates, nodeName: '' })).toEqual(['all']);
});
