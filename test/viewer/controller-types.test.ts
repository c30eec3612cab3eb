/** The Go types of the controller: what fits them, field by field, and what it knows nothing of. */
import { mutateViewer } from '../../src/viewer/operator/webhooks';

const resource = (fields: object) => ({
  apiVersion: 'kubeflow.org/v1alpha1',
  kind: 'PVCViewer',
  metadata: { name: 'data', namespace: 'ada' },
  ...fields,
});
const mutated = (fields: object) => mutateViewer(resource(fields), {}, {});
const podSpec = { containers: [{ name: 'a' }] };

test.each<[fields: object, given: string, field: string, type: string]>([
  [{ spec: 'x' }, 'string', 'PVCViewer.spec', 'v1alpha1.PVCViewerSpec'],
  [{ spec: { pvc: 5 } }, 'number', 'PVCViewerSpec.spec.pvc', 'string'],
  [
    { spec: { pvc: 'data', rwoScheduling: 'yes' } },
    'string',
    'PVCViewerSpec.spec.rwoScheduling',
    'bool',
  ],
  [{ spec: { pvc: 'data', podSpec: 'x' } }, 'string', 'PVCViewerSpec.spec.podSpec', 'v1.PodSpec'],
  [{ spec: { networking: [] } }, 'array', 'PVCViewerSpec.spec.networking', 'v1alpha1.Networking'],
  [
    { spec: { networking: { targetPort: true } } },
    'bool',
    'Networking.spec.networking.targetPort',
    'int32',
  ],
  [
    { spec: { networking: { basePrefix: 5 } } },
    'number',
    'Networking.spec.networking.basePrefix',
    'string',
  ],
  [
    { spec: { networking: { rewrite: 5 } } },
    'number',
    'Networking.spec.networking.rewrite',
    'string',
  ],
  [
    { spec: { networking: { timeout: 5 } } },
    'number',
    'Networking.spec.networking.timeout',
    'string',
  ],
  [{ status: 'x' }, 'string', 'PVCViewer.status', 'v1alpha1.PVCViewerStatus'],
  [{ status: { ready: 'yes' } }, 'string', 'PVCViewerStatus.status.ready', 'bool'],
  [{ status: { url: 5 } }, 'number', 'PVCViewerStatus.status.url', 'string'],
  [
    { status: { conditions: {} } },
    'object',
    'PVCViewerStatus.status.conditions',
    '[]v1.DeploymentCondition',
  ],
  [
    { status: { conditions: [{ type: 5 }] } },
    'number',
    'DeploymentCondition.status.conditions.type',
    'v1.DeploymentConditionType',
  ],
  [
    { status: { conditions: [{ status: 5 }] } },
    'number',
    'DeploymentCondition.status.conditions.status',
    'v1.ConditionStatus',
  ],
  [
    { status: { conditions: [{ reason: 5 }] } },
    'number',
    'DeploymentCondition.status.conditions.reason',
    'string',
  ],
  [
    { status: { conditions: [{ message: 5 }] } },
    'number',
    'DeploymentCondition.status.conditions.message',
    'string',
  ],
])('%j is refused as it came', (fields, given, field, type) => {
  expect(mutated(fields)).toEqual({
    object: resource(fields),
    error: `json: cannot unmarshal ${given} into Go struct field ${field} of type ${type}`,
  });
});

test.each(['lastUpdateTime', 'lastTransitionTime'])('%s is a time', (field) => {
  const error = 'parsing time "now" as "2006-01-02T15:04:05Z07:00": cannot parse "now" as "2006"';
  expect(mutated({ status: { conditions: [{ [field]: 'now' }] } }).error).toBe(error);
});

test('a status that fits is let pass', () => {
  const time = '2024-01-01T00:00:00Z';
  const conditions = [
    {
      type: 'Available',
      status: 'True',
      lastUpdateTime: time,
      lastTransitionTime: time,
      reason: 'a',
      message: 'b',
    },
  ];
  expect(
    mutated({ spec: { pvc: 'data', podSpec }, status: { ready: true, url: '/x', conditions } })
      .error,
  ).toBeUndefined();
});

test.each<[field: string, given: object, kept: object]>([
  [
    'fileKeyRef',
    {
      containers: [
        {
          name: 'a',
          env: [{ name: 'A', valueFrom: { fileKeyRef: { key: 'a', path: 'b', volumeName: 'v' } } }],
        },
      ],
    },
    { containers: [{ name: 'a', env: [{ name: 'A', valueFrom: {} }], resources: {} }] },
  ],
  [
    'schedulingGroup',
    { ...podSpec, schedulingGroup: { podGroupName: 'a' } },
    { containers: [{ name: 'a', resources: {} }] },
  ],
  [
    'hostnameOverride',
    { ...podSpec, hostnameOverride: 'a' },
    { containers: [{ name: 'a', resources: {} }] },
  ],
  [
    'restartPolicyRules',
    { containers: [{ name: 'a', restartPolicyRules: [] }] },
    { containers: [{ name: 'a', resources: {} }] },
  ],
  [
    'stopSignal',
    { containers: [{ name: 'a', lifecycle: { stopSignal: 'SIGTERM' } }] },
    { containers: [{ name: 'a', lifecycle: {}, resources: {} }] },
  ],
  [
    'supplementalGroupsPolicy',
    { ...podSpec, securityContext: { supplementalGroupsPolicy: 'Strict', fsGroup: 5 } },
    { containers: [{ name: 'a', resources: {} }], securityContext: { fsGroup: 5 } },
  ],
  [
    'recursiveReadOnly',
    {
      containers: [
        { name: 'a', volumeMounts: [{ name: 'v', mountPath: '/v', recursiveReadOnly: 'Enabled' }] },
      ],
    },
    { containers: [{ name: 'a', resources: {}, volumeMounts: [{ name: 'v', mountPath: '/v' }] }] },
  ],
])('%s came after the Kubernetes of the controller, and is lost', (_field, given, kept) => {
  const { object, error } = mutated({ spec: { pvc: 'data', podSpec: given } });
  expect(error).toBeUndefined();
  expect((object.spec as { podSpec: unknown }).podSpec).toEqual(kept);
});
