/** The pod of a viewer: an app, hardened, or the user's own podSpec as it is. */
import { From, unmarked } from '../findings';
import { isFields, onceFor, valuesOf, withoutNulls } from '../kube';
import { DEFAULT_APP } from './apps';
import { configMount, configVolume } from './config-map';
import { CONTAINER_SECURITY, Identity, ISOLATED, podSecurity } from './hardening';
import { CLAIM_VOLUME, HTTP } from './names';
import { podFieldsOf } from './pod-options';
import { entries } from './ports';
import { fill, prefixOf } from './prefix';
import { KubeValue, ViewerApp, ViewerSpec } from './spec';

/** What a viewer asks for, and what it may take, unless it is said otherwise. */
const DEFAULT_RESOURCES: KubeValue = {
  requests: { cpu: '10m', memory: '64Mi' },
  limits: { memory: '256Mi' },
};
/**
 * How much an app may write besides the volume: room for uploads in pieces, but not for filling the
 * node's disk.
 */
const SCRATCH_SIZE = '1Gi';

/** The pod, without what watches it: built once, for the checks and for the objects. */
export function podSpecOf(spec: ViewerSpec, from: From = unmarked): KubeValue {
  return from === unmarked ? unmarkedPod(spec) : buildPod(spec, from);
}

const unmarkedPod = onceFor((spec: ViewerSpec) => buildPod(spec, unmarked));

function buildPod(spec: ViewerSpec, from: From): KubeValue {
  return withoutNulls(
    spec.podSpec === undefined
      ? appPod(spec, spec.app ?? DEFAULT_APP, from)
      : from('podSpec', ownPod(spec, spec.podSpec, from)),
  ) as KubeValue;
}

/** Who an app runs as; undefined where the platform decides. */
export function identityOf({
  app = DEFAULT_APP,
  user = app.user,
  group = user,
  fsGroup,
  userFromPlatform,
}: ViewerSpec): Identity | undefined {
  return userFromPlatform ? undefined : { user, group, fsGroup };
}

function appPod(spec: ViewerSpec, app: ViewerApp, from: From): KubeValue {
  const scratch = (app.writablePaths ?? []).map((mountPath, index) => ({
    name: `writable-${index}`,
    mountPath,
  }));
  return {
    ...ISOLATED,
    ...podFieldsOf(spec, from),
    imagePullSecrets: from('imagePullSecrets', spec.imagePullSecrets),
    securityContext: podSecurity(identityOf(spec)),
    containers: [container(spec, app, scratch, from)],
    volumes: [
      claimVolume(spec, from),
      ...(app.configFile ? [configVolume(spec, app.configFile)] : []),
      ...scratch.map(({ name }) => ({ name, emptyDir: { sizeLimit: SCRATCH_SIZE } })),
    ],
  };
}

function container(
  spec: ViewerSpec,
  app: ViewerApp,
  scratch: readonly KubeValue[],
  from: From,
): KubeValue {
  const prefix = prefixOf(spec);
  const filled = (texts: readonly string[] | undefined) => texts?.map((text) => fill(text, prefix));
  const env = Object.entries({ ...app.env, ...(spec.readOnly ? {} : app.writableEnv) });
  return {
    name: 'viewer',
    image: app.image,
    command: filled(app.command),
    args: filled(app.args),
    ports: [{ name: HTTP, containerPort: app.port }],
    env:
      env.length === 0
        ? undefined
        : env.map(([name, value]) => ({ name, value: fill(value, prefix) })),
    resources: from('resources', spec.resources ?? DEFAULT_RESOURCES),
    volumeMounts: [
      { name: CLAIM_VOLUME, mountPath: app.mountPath, ...readOnlyOf(spec) },
      ...(app.configFile ? [configMount(app.configFile)] : []),
      ...scratch,
    ],
    ...probes(app, prefix),
    securityContext: CONTAINER_SECURITY,
  };
}

function probes({ healthPath }: ViewerApp, prefix: string | undefined): KubeValue {
  const asked =
    healthPath === undefined
      ? { tcpSocket: { port: HTTP } }
      : { httpGet: { path: fill(healthPath, prefix), port: HTTP } };
  return {
    startupProbe: { ...asked, periodSeconds: 2, failureThreshold: 60 },
    readinessProbe: asked,
    livenessProbe: { ...asked, periodSeconds: 30, timeoutSeconds: 5 },
  };
}

function ownPod(spec: ViewerSpec, given: KubeValue, from: From): KubeValue {
  const podSpec =
    spec.injectVolumeAt !== undefined && claimVolumes(spec.pvc, given).length === 0
      ? inject(spec, given, from.whole('injectVolumeAt', mountAt(spec.injectVolumeAt)))
      : given;
  return spec.readOnly ? readOnlyClaim(spec.pvc, podSpec) : podSpec;
}

export function claimVolumes(pvc: string, podSpec: KubeValue): unknown[] {
  const isMeant = ({ persistentVolumeClaim: claim }: KubeValue) =>
    isFields(claim) && claim.claimName === pvc;
  return entries(podSpec.volumes)
    .filter(isMeant)
    .map(({ name }) => name);
}

/** Whatever else stands in the lists stays there: what is wrong with it is the check's to tell. */
function inject(spec: ViewerSpec, podSpec: KubeValue, mount: KubeValue): KubeValue {
  const [first, ...others] = valuesOf(podSpec.containers);
  return {
    ...podSpec,
    ...(isFields(first)
      ? {
          containers: [
            { ...first, volumeMounts: [...valuesOf(first.volumeMounts), mount] },
            ...others,
          ],
        }
      : {}),
    volumes: [...valuesOf(podSpec.volumes), claimVolume(spec, unmarked)],
  };
}

function mountAt(mountPath: string): KubeValue {
  return { name: CLAIM_VOLUME, mountPath };
}

/** The claim's volume and all its mounts, read-only. */
function readOnlyClaim(pvc: string, podSpec: KubeValue): KubeValue {
  const names = claimVolumes(pvc, podSpec);
  const change = (object: KubeValue, list: string, one: (entry: KubeValue) => KubeValue) =>
    Array.isArray(object[list])
      ? {
          ...object,
          [list]: valuesOf(object[list]).map((entry) => (isFields(entry) ? one(entry) : entry)),
        }
      : object;
  const isMeant = ({ name }: KubeValue) => names.includes(name);
  const ofContainer = (one: KubeValue) =>
    change(one, 'volumeMounts', (mount) => (isMeant(mount) ? { ...mount, readOnly: true } : mount));
  const ofPod = (one: KubeValue) =>
    isMeant(one) && isFields(one.persistentVolumeClaim)
      ? { ...one, persistentVolumeClaim: { ...one.persistentVolumeClaim, readOnly: true } }
      : one;
  return change(
    change(change(podSpec, 'initContainers', ofContainer), 'containers', ofContainer),
    'volumes',
    ofPod,
  );
}

function claimVolume(spec: ViewerSpec, from: From): KubeValue {
  return {
    name: CLAIM_VOLUME,
    persistentVolumeClaim: { claimName: from('pvc', spec.pvc), ...readOnlyOf(spec) },
  };
}

function readOnlyOf({ readOnly }: ViewerSpec): { readonly readOnly?: boolean } {
  return readOnly ? { readOnly: true } : {};
}
