/** The pods of a test: what the operator puts into the template of each role's Job. */
import { argsOf, MASTER_PORT } from './command';
import { envFromOf, envOf, lastOfEach } from './environment';
import { LIB_VOLUME, nodeName, secretVolumeName, testFilePaths } from './names';
import { onceFor, setField } from '../kube';
import { RUNTIME_SECCOMP, UNPRIVILEGED } from '../pod';
import { OperatorSettings, ResourceQuantities } from './settings';
import { KubeValue, LocustTestSpec, Role, sendsTelemetry } from './spec';
import { PodVolumes, volumesFor } from './targets';

type Items = readonly { readonly key: string; readonly path: string }[];

/** How the objects are written. */
export interface BuildOptions {
  readonly settings: OperatorSettings;
  /** Exactly as the operator writes them. */
  readonly operatorMode: boolean;
  /** Which entry of the config maps becomes which file, where these differ. */
  readonly items?: { readonly src?: Items; readonly lib?: Items };
  /** The group of the files of the master's volumes, where the test itself names none. */
  readonly masterGroup?: number;
  /** Whether the platform gives pods their users, and refuses those that bring their own. */
  readonly userFromPlatform?: boolean;
}

/**
 * The user and the group that the stock image runs as. Its user has a name there, of which kubelet
 * cannot tell that it is not root.
 */
export const LOCUST_ID = 1000;

/**
 * The security context of pods of which nothing is said: the operator's own, and one that passes
 * Pod Security `restricted`.
 */
export function defaultPodSecurity({
  operatorMode,
  userFromPlatform = false,
}: Pick<BuildOptions, 'operatorMode' | 'userFromPlatform'>): KubeValue {
  if (operatorMode) return RUNTIME_SECCOMP;
  return {
    runAsNonRoot: true,
    ...(userFromPlatform ? {} : { runAsUser: LOCUST_ID }),
    ...RUNTIME_SECCOMP,
  };
}

const WEB_PORT = 8089;
export const MASTER_PORTS: readonly number[] = [MASTER_PORT, 5558, WEB_PORT];
const PORTS: { readonly [role in Role]: readonly number[] } = {
  master: MASTER_PORTS,
  worker: [8080],
};

/**
 * The labels of the pods. The user's win, but for those by which the Service and the operator find
 * the pods.
 */
export function podLabels(
  test: string,
  spec: LocustTestSpec,
  role: Role,
  operatorMode: boolean,
): { [key: string]: string } {
  const own = {
    'performance-test-pod-name': nodeName(test, role),
    ...(operatorMode ? { 'managed-by': 'locust-k8s-operator' } : {}),
  };
  return { app: test, 'performance-test-name': test, ...spec[role]?.labels, ...own };
}

/** The annotations of the pods: where Prometheus finds the exporter, and the user's, which win. */
export function podAnnotations(
  spec: LocustTestSpec,
  role: Role,
  settings: OperatorSettings,
): { [key: string]: string } {
  const scraped: { [key: string]: string } =
    role === 'master' && !sendsTelemetry(spec)
      ? {
          'prometheus.io/scrape': 'true',
          'prometheus.io/path': '/metrics',
          'prometheus.io/port': String(settings.exporter.port),
        }
      : {};
  return { ...scraped, ...spec[role]?.annotations };
}

/** The pod of a role. Lists and maps that are empty are left out. */
export function podSpec(
  test: string,
  spec: LocustTestSpec,
  role: Role,
  options: BuildOptions,
): KubeValue {
  const { settings, operatorMode } = options;
  const { affinity, tolerations, nodeSelector } = spec.scheduling ?? {};
  const { volumes, volumeMounts } = podVolumes(test, spec, role, options);
  return compact({
    restartPolicy: 'Never',
    // Nothing in these pods asks the API server: the token that the operator's pods have would only
    // be there to be stolen.
    automountServiceAccountToken: operatorMode ? undefined : false,
    imagePullSecrets: spec.imagePullSecrets,
    initContainers: role === 'master' && !sendsTelemetry(spec) ? [exporter(options)] : [],
    containers: [locust(test, spec, role, volumeMounts, options)],
    volumes,
    affinity: settings.injectAffinity ? affinity : undefined,
    tolerations: settings.injectTolerations ? tolerations?.map(compact) : undefined,
    nodeSelector,
    runtimeClassName: spec.scheduling?.runtimeClassName ?? settings.defaultRuntimeClassName,
    securityContext: podSecurity(spec, role, options),
  });
}

function podSecurity({ security }: LocustTestSpec, role: Role, options: BuildOptions): KubeValue {
  const { masterGroup } = options;
  const context = security?.podSecurityContext ?? defaultPodSecurity(options);
  return role === 'master' && masterGroup !== undefined
    ? { fsGroup: masterGroup, ...context }
    : context;
}

/** All volumes and mounts of a role: test files, library, secrets, and then the user's. */
function podVolumes(
  test: string,
  spec: LocustTestSpec,
  role: Role,
  { items }: Pick<BuildOptions, 'items'>,
): PodVolumes {
  const { configMapRef, libConfigMapRef } = spec.testFiles ?? {};
  const { src, lib } = testFilePaths(spec.testFiles);
  const { secretMounts = [] } = spec.env ?? {};
  const name = nodeName(test, role);
  const user = volumesFor(role, spec.volumes, spec.volumeMounts);
  const configMap = (ref: string, entries: Items | undefined) => ({
    configMap: { name: ref, ...(entries ? { items: entries } : {}) },
  });
  return {
    volumes: [
      ...(configMapRef ? [{ name, ...configMap(configMapRef, items?.src) }] : []),
      ...(libConfigMapRef ? [{ name: LIB_VOLUME, ...configMap(libConfigMapRef, items?.lib) }] : []),
      ...secretMounts.map((mount) => ({
        name: secretVolumeName(mount.name),
        secret: { secretName: mount.name },
      })),
      ...user.volumes,
    ],
    volumeMounts: [
      ...(configMapRef ? [{ name, mountPath: src }] : []),
      ...(libConfigMapRef ? [{ name: LIB_VOLUME, mountPath: lib }] : []),
      ...secretMounts.map((mount) => ({
        name: secretVolumeName(mount.name),
        mountPath: mount.mountPath,
        ...(mount.readOnly ? { readOnly: true } : {}),
      })),
      ...user.volumeMounts,
    ],
  };
}

function locust(
  test: string,
  spec: LocustTestSpec,
  role: Role,
  volumeMounts: readonly KubeValue[],
  options: BuildOptions,
): KubeValue {
  const env = envOf(spec, options.settings.kafka);
  return compact({
    name: nodeName(test, role),
    image: spec.image,
    imagePullPolicy: spec.imagePullPolicy || 'IfNotPresent',
    args: argsOf(test, spec, role),
    ports: PORTS[role].map((port) => containerPort(port, options)),
    resources: resourcesOf(spec, role, options.settings),
    env: options.operatorMode ? env : lastOfEach(env),
    envFrom: envFromOf(spec),
    volumeMounts,
    securityContext:
      spec.security?.containerSecurityContext ?? (options.operatorMode ? undefined : UNPRIVILEGED),
  });
}

function exporter(options: BuildOptions): KubeValue {
  const { image, imagePullPolicy, port, resources } = options.settings.exporter;
  return compact({
    name: 'locust-metrics-exporter',
    image,
    imagePullPolicy,
    restartPolicy: 'Always',
    ports: [containerPort(port, options)],
    resources: quantities(resources),
    env: [
      { name: 'LOCUST_EXPORTER_URI', value: `http://localhost:${WEB_PORT}` },
      { name: 'LOCUST_EXPORTER_WEB_LISTEN_ADDRESS', value: `:${port}` },
    ],
    securityContext: { ...UNPRIVILEGED, readOnlyRootFilesystem: true },
  });
}

/**
 * Old clusters need the protocol for server-side apply: port and protocol together are the key of
 * the list.
 */
function containerPort(port: number, { operatorMode }: BuildOptions): KubeValue {
  return operatorMode ? { containerPort: port } : { containerPort: port, protocol: 'TCP' };
}

/**
 * The resources of a test replace all that the operator is configured with; claims alone do not
 * count.
 */
export function resourcesOf(
  spec: LocustTestSpec,
  role: Role,
  settings: OperatorSettings,
): KubeValue {
  const given = spec[role]?.resources;
  if (given && [given.requests, given.limits].some((list) => Object.keys(list ?? {}).length > 0)) {
    return given;
  }
  return resourcesOfSettings(settings)[role];
}

/** Resources that the operator is configured with: the same for all tests. */
const resourcesOfSettings = onceFor(
  ({ podResources, masterResources, workerResources }: OperatorSettings) => {
    const ofRole = (own: ResourceQuantities | undefined) =>
      quantities({
        requests: { ...podResources.requests, ...own?.requests },
        limits: { ...podResources.limits, ...own?.limits },
      });
    return { master: ofRole(masterResources), worker: ofRole(workerResources) };
  },
);

function quantities({ requests, limits }: ResourceQuantities): KubeValue {
  return compact({ requests, limits });
}

function compact(fields: KubeValue): KubeValue {
  const kept: Record<string, unknown> = {};
  for (const field of Object.keys(fields)) {
    if (!isAbsent(field, fields[field])) setField(kept, field, fields[field]);
  }
  return kept;
}

/** An empty affinity or security context says something; an empty list or selector says nothing. */
function isAbsent(field: string, value: unknown): boolean {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return true;
  }
  return (
    ['limits', 'nodeSelector', 'requests'].includes(field) &&
    Object.keys(value as object).length === 0
  );
}
