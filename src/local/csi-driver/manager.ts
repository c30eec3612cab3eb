/**
 * The manager of local-csi-driver, as its chart v0.3.0 runs it: it cleans up after nodes that are
 * gone, and answers webhooks.
 */
import {
  CERTIFICATE_NAME,
  EPHEMERAL_ONLY_WEBHOOK,
  HYPERCONVERGED_WEBHOOK,
  LOCAL_IMAGES,
  MANAGER_NAME,
  SERVICE_NAME,
  WEBHOOK_PORT,
} from './names';
import { field, PROBES, SUPPORTED_NODES } from './node';
import { hasWebhook, LocalDriverSpec } from './spec';
import { ControllerSpec, DriverContext, RoleSpec } from '../../csi/core';
import { Manifest } from '../../kube';
import { buildEphemeralOnlyWebhook, buildHyperconvergedWebhook } from '../policies/webhooks';

const HEALTH_PORT = 8081;
const METRICS_PORT = 8080;
const CERTIFICATES = '/tmp/k8s-webhook-server/serving-certs';
const READ = ['get', 'list', 'watch'];

/** The manager, as the controller of the stack. */
export function localManager(
  spec: LocalDriverSpec,
  { logLevel, controllerHealthPort = HEALTH_PORT }: DriverContext,
): ControllerSpec {
  const { pvCleanup = true, ephemeralOnlyWebhook, hyperconvergedWebhook } = spec;
  const asked = hasWebhook(spec);
  return {
    name: MANAGER_NAME,
    serviceAccountName: MANAGER_NAME,
    always: true,
    replicas: 2,
    roles: roles(spec),
    pod: {
      affinity: SUPPORTED_NODES,
      containers: [
        {
          name: 'manager',
          image: LOCAL_IMAGES.manager,
          args: [
            '--namespace=$(POD_NAMESPACE)',
            `--health-probe-bind-address=:${controllerHealthPort}`,
            `--metrics-bind-address=:${METRICS_PORT}`,
            ...(asked
              ? [`--webhook-port=${WEBHOOK_PORT}`, `--webhook-service-name=${SERVICE_NAME}`]
              : []),
            '--kube-api-qps=100',
            '--kube-api-burst=200',
            `--v=${logLevel}`,
            `--enable-pv-cleanup=${pvCleanup}`,
            ...(ephemeralOnlyWebhook
              ? [`--enforce-ephemeral-webhook-config=${EPHEMERAL_ONLY_WEBHOOK}`]
              : []),
            ...(hyperconvergedWebhook
              ? [`--hyperconverged-webhook-config=${HYPERCONVERGED_WEBHOOK}`]
              : []),
            ...(asked ? [`--certificate-secret-name=${CERTIFICATE_NAME}`] : []),
          ],
          env: [
            ...(asked ? [{ name: 'WEBHOOK_CERT_DIR', value: CERTIFICATES }] : []),
            field('POD_NAMESPACE', 'metadata.namespace'),
          ],
          ports: [
            ...(asked ? [{ name: 'webhook-api', containerPort: WEBHOOK_PORT }] : []),
            { name: 'health', containerPort: controllerHealthPort },
            { name: 'metrics', containerPort: METRICS_PORT },
          ],
          ...PROBES,
          resources: { limits: { memory: '500Mi' }, requests: { cpu: '10m', memory: '64Mi' } },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          volumeMounts: asked
            ? [{ name: 'cert', mountPath: CERTIFICATES, readOnly: true }]
            : undefined,
        },
      ],
      volumes: asked ? [{ name: 'cert', secret: { secretName: CERTIFICATE_NAME } }] : undefined,
    },
  };
}

/**
 * What webhooks need besides: the service, the secret that the manager writes its certificate into,
 * and the configurations.
 */
export function webhookObjects(spec: LocalDriverSpec, namespace: string): Manifest[] {
  if (!hasWebhook(spec)) return [];
  const place = { serviceName: SERVICE_NAME, namespace, failurePolicy: 'Ignore' };
  return [
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: SERVICE_NAME, namespace },
      spec: {
        selector: { app: MANAGER_NAME },
        ports: [{ name: 'webhook', port: 443, targetPort: WEBHOOK_PORT }],
      },
    },
    // Without data: a secret that is applied with some would lose the certificate each time.
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: CERTIFICATE_NAME, namespace } },
    ...(spec.ephemeralOnlyWebhook
      ? [buildEphemeralOnlyWebhook({ ...place, name: EPHEMERAL_ONLY_WEBHOOK })]
      : []),
    ...(spec.hyperconvergedWebhook
      ? [buildHyperconvergedWebhook({ ...place, name: HYPERCONVERGED_WEBHOOK })]
      : []),
  ];
}

function roles(spec: LocalDriverSpec): RoleSpec[] {
  const { pvCleanup = true, hyperconvergedWebhook } = spec;
  const asked = hasWebhook(spec);
  const core = (resources: readonly string[], verbs: readonly string[] = READ) => ({
    apiGroups: [''],
    resources,
    verbs,
  });
  const election = { name: `${MANAGER_NAME}-leader-election`, inNamespace: true };
  return [
    {
      name: MANAGER_NAME,
      bindingName: MANAGER_NAME,
      rules: [
        core(['persistentvolumes'], ['get', 'list', 'watch', 'patch', 'delete']),
        core(['events'], ['create', 'patch']),
        ...(pvCleanup || hyperconvergedWebhook ? [core(['nodes'])] : []),
        ...(hyperconvergedWebhook ? [core(['pods'])] : []),
        ...(asked
          ? [
              core(['persistentvolumeclaims']),
              { apiGroups: ['storage.k8s.io'], resources: ['storageclasses'], verbs: READ },
              {
                apiGroups: ['admissionregistration.k8s.io'],
                resources: ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
                verbs: [...READ, 'update', 'patch'],
              },
            ]
          : []),
      ],
    },
    {
      ...election,
      bindingName: election.name,
      rules: [
        core(['configmaps'], ['create', 'delete', ...READ, 'patch', 'update']),
        {
          apiGroups: ['coordination.k8s.io'],
          resources: ['leases'],
          verbs: ['create', 'delete', ...READ, 'patch', 'update'],
        },
        core(['events'], ['create', 'patch']),
      ],
    },
    ...(asked
      ? [
          {
            name: 'csi-local-certificate-role',
            bindingName: 'csi-local-certificate-binding',
            inNamespace: true,
            rules: [core(['secrets'], [...READ, 'patch', 'update'])],
          },
        ]
      : []),
  ];
}
