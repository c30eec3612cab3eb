/**
 * All that is said about pods, each with the words of it. What is refused, and what is taken, is so
 * by a real API server of Kubernetes 1.36.
 */
import { CONTAINER_CASES } from './container-cases';
import { GOOD_CASES } from './good-cases';
import { POD_CASES } from './pod-cases';
import { app, pod } from './pods';
import { VOLUME_CASES } from './volume-cases';
import { hasErrors, Severity } from '../../src/findings';
import { checkPodSpec, PodSpecOptions } from '../../src/pod';

/** The findings as lines, without the explanations of names that Kubernetes gives. */
function said(podSpec: unknown, options: Partial<PodSpecOptions> = {}): string[] {
  const lines = checkPodSpec(podSpec, { path: 'spec', ...options }).map(
    ({ severity, rule, path, message, remedy }) => {
      expect(remedy).not.toBe('');
      const words = message.replace(
        /(a lowercase RFC|name part|prefix part|a valid label).*/s,
        '…',
      );
      return `${severity === Severity.ERROR ? '' : `${severity} `}${rule.replace('pod/', '')} ${path}: ${words}`;
    },
  );
  return [...new Set(lines)];
}

test.each([...CONTAINER_CASES, ...VOLUME_CASES, ...POD_CASES])(
  'refuses %s',
  (_what, podSpec, lines) => {
    expect(said(podSpec)).toEqual(lines);
    expect(hasErrors(checkPodSpec(podSpec, { path: 'spec' }))).toBe(true);
  },
);

test.each(GOOD_CASES)('takes %s', (_what, podSpec, lines) => {
  expect(said(podSpec)).toEqual(lines);
  expect(hasErrors(checkPodSpec(podSpec, { path: 'spec' }))).toBe(false);
});

const GATED_ON_NODE = pod({ schedulingGates: [{ name: 'a' }], nodeName: 'b' });

describe('what the API server takes, and never starts,', () => {
  test.each<[string, object, string[]]>([
    [
      'root that must not be root',
      pod({ securityContext: { runAsNonRoot: true, runAsUser: 0 } }),
      ['security spec.securityContext.runAsUser: the user is root (0), which runAsNonRoot forbids'],
    ],
    [
      'root of a container that must not be root',
      pod({
        securityContext: { runAsNonRoot: true },
        ...app({ securityContext: { runAsUser: 0 } }),
      }),
      [
        'security spec.containers[0].securityContext.runAsUser: the user is root (0), which runAsNonRoot forbids',
      ],
    ],
    [
      'a claim with a name that no claim can have',
      pod({ volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'My Data' } }] }),
      ['volume-source spec.volumes[0].persistentVolumeClaim.claimName: "My Data": …'],
    ],
    [
      'an affinity whose terms are all empty',
      pod({
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{}, { matchFields: [] }],
            },
          },
        },
      }),
      [0, 1].map(
        (index) =>
          `empty-node-term spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${index}]: a term without requirements matches no node, so the pod is never scheduled`,
      ),
    ],
    [
      'a template with a node that is chosen before its gate is open',
      GATED_ON_NODE,
      [
        'object-name spec.nodeName: no pod starts: the API server takes this template, and rejects its pods, which have both a node and schedulingGates',
      ],
    ],
  ])('is an error: %s', (_what, podSpec, lines) => {
    expect(said(podSpec)).toEqual(lines);
  });
});

test('a Pod with a node that is chosen before its gate is open is refused', () => {
  expect(said(GATED_ON_NODE, { isPod: true })).toEqual([
    'object-name spec.nodeName: the node is already set, but the pod has schedulingGates',
  ]);
});

describe('what is off unless a feature gate is on', () => {
  test.each<[string, object, string[]]>([
    [
      'a toleration that compares',
      pod({ tolerations: [{ key: 'a', operator: 'Gt', value: '1' }] }),
      [
        'warning scheduling spec.tolerations[0].operator: the operator Gt needs the feature gate TaintTolerationComparisonOperators, which is disabled by default',
      ],
    ],
    [
      'a toleration that compares words',
      pod({ tolerations: [{ key: 'a', operator: 'Lt', value: '01' }] }),
      [
        'warning scheduling spec.tolerations[0].operator: the operator Lt needs the feature gate TaintTolerationComparisonOperators, which is disabled by default',
        'scheduling spec.tolerations[0].value: the operator Lt compares whole numbers, but "01" is not one',
      ],
    ],
    [
      'labels of files by a mount option',
      pod({ securityContext: { seLinuxChangePolicy: 'MountOption' } }),
      [
        'warning security spec.securityContext.seLinuxChangePolicy: MountOption needs the feature gate SELinuxMount, which is disabled by default',
      ],
    ],
  ])('is a warning: %s', (_what, podSpec, lines) => {
    expect(said(podSpec)).toEqual(lines);
  });

  const compares = pod({ tolerations: [{ key: 'a', operator: 'Gt', value: '1' }] });
  const mounts = pod({ securityContext: { seLinuxChangePolicy: 'MountOption' } });
  const stops = pod({
    initContainers: [{ name: 'a', image: 'a:1', lifecycle: { stopSignal: 'SIGTERM' } }],
  });
  test.each<[string, object, object, string[]]>([
    [
      'is on where the target names it',
      compares,
      { minor: 36, featureGates: ['TaintTolerationComparisonOperators'] },
      [],
    ],
    [
      'does not exist yet',
      compares,
      { minor: 34, featureGates: ['TaintTolerationComparisonOperators'] },
      [
        'scheduling spec.tolerations[0].operator: the operator Gt needs the feature gate TaintTolerationComparisonOperators, which Kubernetes 1.34 does not have',
      ],
    ],
    [
      'is off',
      compares,
      { minor: 35 },
      [
        'warning scheduling spec.tolerations[0].operator: the operator Gt needs the feature gate TaintTolerationComparisonOperators, which is disabled by default',
      ],
    ],
    ['is on from a version on', mounts, { minor: 37 }, []],
    ['is dropped with all that is beside it', stops, { minor: 36 }, []],
    [
      'is no longer dropped',
      stops,
      { minor: 36, featureGates: ['ContainerStopSignals'] },
      [
        'container spec.initContainers[0].lifecycle: a container that ends before the others start has no lifecycle',
      ],
    ],
    [
      'is off in the version before',
      mounts,
      { minor: 36 },
      [
        'warning security spec.securityContext.seLinuxChangePolicy: MountOption needs the feature gate SELinuxMount, which is disabled by default',
      ],
    ],
  ])('depends on the cluster: %s', (_what, podSpec, cluster, lines) => {
    expect(said(podSpec, { cluster })).toEqual(lines);
  });
});

describe('the workload', () => {
  test('has a place, with which all paths begin', () => {
    expect(
      checkPodSpec(app({ ports: [{ containerPort: 0 }] }), { path: 'spec.podSpec' }).map(
        ({ path }) => path,
      ),
    ).toEqual(['spec.podSpec.containers[0].ports[0].containerPort']);
  });

  test.each([
    ['Always', []],
    [undefined, []],
    ['', []],
  ])('that keeps its pods running takes the restart policy %s', (restartPolicy, lines) => {
    expect(said(pod({ restartPolicy }), { restartPolicies: ['Always'] })).toEqual(lines);
  });

  test('that keeps its pods running has no other restart policy, and no deadline', () => {
    expect(
      said(pod({ restartPolicy: 'Never', activeDeadlineSeconds: 60 }), {
        restartPolicies: ['Always'],
      }),
    ).toEqual([
      'restart-policy spec.restartPolicy: "Never" is not a restart policy that the pod can have here',
      'deadline spec.activeDeadlineSeconds: pods that are kept running cannot have a deadline',
    ]);
  });

  test('that is a Job has to say what happens to its pods', () => {
    expect(said(pod({}), { restartPolicies: ['OnFailure', 'Never'] })).toEqual([
      'restart-policy spec.restartPolicy: there is no restart policy, which means Always',
    ]);
  });

  test('may have claims for each of its pods', () => {
    const podSpec = app({
      volumeMounts: [{ name: 'data', mountPath: '/data' }],
      volumeDevices: [{ name: 'raw', devicePath: '/dev/a' }],
    });
    expect(said(podSpec, { claimTemplates: ['data', 'raw'] })).toEqual([]);
  });
});

describe('what is not a pod', () => {
  test.each([
    [undefined, 'type spec: there is no pod'],
    [null, 'type spec: there is no pod'],
    ['nginx', 'type spec: "nginx" is not a map'],
    [[], 'type spec: [] is not a map'],
  ])('is told as such: %p', (podSpec, line) => {
    expect(said(podSpec)).toEqual([line]);
  });

  test('is told once: what is missing for that reason is no news', () => {
    expect(said({ containers: 'nginx' })).toEqual(['type spec.containers: "nginx" is not a list']);
  });
});

test('a field that Kubernetes does not know is a warning, with the one that is meant', () => {
  expect(checkPodSpec(app({ volumemounts: [], whatever: 1 }), { path: 'spec' })).toEqual([
    {
      rule: 'pod/unknown-field',
      severity: 'warning',
      path: 'spec.containers[0].volumemounts',
      message: 'unknown field "volumemounts"',
      remedy: 'perhaps you meant "volumeMounts"',
    },
    {
      rule: 'pod/unknown-field',
      severity: 'warning',
      path: 'spec.containers[0].whatever',
      message: 'unknown field "whatever"',
      remedy: 'remove it',
    },
  ]);
});
