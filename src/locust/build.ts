/**
 * The objects of a test: the Service by which the workers find the master, and a Job of each role.
 */
import { Manifest } from '../kube';
import { asGoWrites } from '../resource';
import { MASTER_PORT } from './command';
import { nodeName } from './names';
import { BuildOptions, podAnnotations, podLabels, podSpec } from './pod';
import { KubeValue, LocustTestResource, LocustTestSpec, Role, sendsTelemetry } from './spec';

/** The objects, in the order in which they are to be applied. */
export interface LocustTestObjects {
  readonly service: Manifest;
  readonly masterJob: Manifest;
  readonly workerJob: Manifest;
}

export function buildLocustTest(
  test: LocustTestResource,
  options: BuildOptions,
): LocustTestObjects {
  return {
    service: buildService(test, options),
    masterJob: buildJob(test, 'master', options),
    workerJob: buildJob(test, 'worker', options),
  };
}

export function serviceMetadata(
  test: Pick<LocustTestResource, 'metadata'>,
  operatorMode: boolean,
): Manifest['metadata'] {
  return metadataOf(test, 'master', operatorMode);
}

function buildService(
  test: LocustTestResource,
  { settings, operatorMode }: BuildOptions,
): Manifest {
  const name = nodeName(test.metadata.name, 'master');
  const ports = [
    ['port5557', MASTER_PORT],
    ['port5558', 5558],
    ...(sendsTelemetry(test.spec ?? {}) ? [] : [['prometheus-metrics', settings.exporter.port]]),
  ];
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: serviceMetadata(test, operatorMode),
    spec: {
      selector: { 'performance-test-pod-name': name },
      ports: ports.map(([portName, port]) => ({ name: portName, protocol: 'TCP', port })),
    },
  };
}

function buildJob(test: LocustTestResource, role: Role, options: BuildOptions): Manifest {
  const {
    metadata: { name },
    spec = {},
  } = test;
  const { settings, operatorMode } = options;
  const annotations = podAnnotations(spec, role, settings);
  const pod = podSpec(name, spec, role, options);
  const ttl = settings.jobTtlSecondsAfterFinished;
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: metadataOf(test, role, operatorMode),
    spec: {
      parallelism: parallelism(spec, role),
      backoffLimit: 0,
      ...(ttl === undefined ? {} : { ttlSecondsAfterFinished: ttl }),
      template: {
        metadata: {
          labels: podLabels(name, spec, role, operatorMode),
          ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
        },
        spec: operatorMode ? (asGoWrites('PodSpec', pod) as KubeValue) : pod,
      },
    },
  };
}

function parallelism(spec: LocustTestSpec, role: Role): number {
  return role === 'master' ? 1 : (spec.worker?.replicas ?? 0);
}

function metadataOf(
  { metadata: { name, namespace, labels, annotations } }: Pick<LocustTestResource, 'metadata'>,
  role: Role,
  operatorMode: boolean,
): Manifest['metadata'] {
  const identity = {
    name: nodeName(name, role),
    ...(namespace === undefined ? {} : { namespace }),
  };
  if (operatorMode) return identity;
  const own = {
    'app.kubernetes.io/name': 'locust',
    'app.kubernetes.io/instance': name,
    'app.kubernetes.io/component': role,
  };
  return {
    ...identity,
    labels: { ...own, ...labels },
    ...(annotations && Object.keys(annotations).length > 0 ? { annotations } : {}),
  };
}
