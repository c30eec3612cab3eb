/**
 * The objects that switch a viewer off: a CronJob whose Job may scale this one Deployment, and
 * nothing else.
 */
import { Manifest, withoutNulls } from '../../kube';
import { CONTAINER_SECURITY, nobody, podSecurity } from '../hardening';
import { metadataOf } from '../metadata';
import { objectName } from '../names';
import { CullSpec, KubeValue, ViewerSpec } from '../spec';
import { activityPortOf } from './activity';
import { cullName, cullPodLabels } from './names';
import { CULL_SCRIPT } from './scripts';

/** The image of the Job, unless another is asked for. */
export const CULL_IMAGE = 'docker.io/curlimages/curl:8.22.0';
/** How often the Job looks whether the viewer is idle. */
export const LOOK_EVERY_MINUTES = 5;

/** ServiceAccount, Role, RoleBinding and CronJob. */
export function buildCull(spec: ViewerSpec, cull: CullSpec): Manifest[] {
  const name = cullName(spec.name);
  const metadata = metadataOf(spec, name);
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata, automountServiceAccountToken: false },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata,
      rules: [
        {
          apiGroups: ['apps'],
          resources: ['deployments/scale'],
          resourceNames: [objectName(spec.name)],
          verbs: ['get', 'patch'],
        },
      ],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace: spec.namespace }],
    },
    buildCronJob(spec, cull, name),
  ];
}

function buildCronJob(spec: ViewerSpec, cull: CullSpec, name: string): Manifest {
  const isDaily = cull.dailyAt !== undefined;
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: metadataOf(spec, name),
    spec: {
      schedule: isDaily ? dailySchedule(cull.dailyAt) : `*/${LOOK_EVERY_MINUTES} * * * *`,
      ...(cull.timeZone === undefined ? {} : { timeZone: cull.timeZone }),
      concurrencyPolicy: 'Forbid',
      // A day's only run is worth making up for; the next look is minutes away.
      startingDeadlineSeconds: isDaily ? 3600 : 200,
      successfulJobsHistoryLimit: 1,
      jobTemplate: {
        spec: {
          backoffLimit: 2,
          activeDeadlineSeconds: 280,
          template: {
            // A sidecar would keep the Job from ending.
            metadata: {
              labels: {
                ...cullPodLabels(spec.name),
                ...spec.labels,
                'sidecar.istio.io/inject': 'false',
              },
            },
            spec: jobPod(spec, cull, name),
          },
        },
      },
    },
  };
}

function jobPod(spec: ViewerSpec, cull: CullSpec, name: string): KubeValue {
  const idle =
    cull.afterIdle === undefined
      ? []
      : [
          { name: 'IDLE_SECONDS', value: String(cull.afterIdle) },
          {
            name: 'ACTIVITY',
            value: `http://${objectName(spec.name)}:${activityPortOf(spec)}/idle`,
          },
        ];
  return {
    restartPolicy: 'Never',
    serviceAccountName: name,
    automountServiceAccountToken: true,
    enableServiceLinks: false,
    ...(spec.imagePullSecrets === undefined
      ? {}
      : { imagePullSecrets: withoutNulls(spec.imagePullSecrets) }),
    securityContext: podSecurity(nobody(spec)),
    containers: [
      {
        name: 'cull',
        image: cull.image ?? CULL_IMAGE,
        command: ['sh', '-c', CULL_SCRIPT],
        env: [
          { name: 'NAMESPACE', value: spec.namespace },
          { name: 'DEPLOYMENT', value: objectName(spec.name) },
          ...idle,
        ],
        resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: '64Mi' } },
        securityContext: CONTAINER_SECURITY,
      },
    ],
  };
}

/** `09:05` is minute 5 of hour 9. */
function dailySchedule(time: string): string {
  const [hour, minute] = time.split(':').map(Number);
  return `${minute} ${hour} * * *`;
}
