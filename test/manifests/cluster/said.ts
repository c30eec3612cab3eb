/** The findings on clusters, and on manifests for them. */
import { checkDocuments } from '../../../src/check';
import { livingFindings } from '../../../src/check/living';
import { targetFacts } from '../../../src/facts';
import { RenderFinding } from '../../../src/render';
import { printYaml } from '../../../src/yaml';
import { bare, live, Live, liveIn, readOutOf } from '../../support/read-outs';

const RENDER = {
  operatorMode: false,
  operatorPreset: 'chart',
  operatorEnv: {},
  only: false,
} as const;

function lines(findings: readonly RenderFinding[]): string[] {
  return findings.map(
    ({ object, severity, rule, path, message, remedy }) =>
      `${object} ${severity} ${rule} ${path}: ${message}; ${remedy}`,
  );
}

/** What is said of what lives in the namespace `shop`, of which the read-out is complete. */
export function saidOf(...objects: readonly Live[]): string[] {
  return lines(livingFindings(readOutOf([...bare('shop'), ...objects]), targetFacts(), {}));
}

/** The rules alone. */
export function rulesOf(...objects: readonly Live[]): string[] {
  return saidOf(...objects).map((line) => line.split(' ')[2]);
}

/** What is said of manifests beside what lives. */
export function saidBeside(manifests: readonly object[], objects: readonly Live[]): string[] {
  const text = manifests.map((one) => `---\n${printYaml(one)}`).join('');
  const { findings } = checkDocuments([{ name: 'app.yaml', text }], {
    target: targetFacts(),
    render: RENDER,
    cluster: readOutOf([...bare('shop'), ...objects]),
  });
  return lines(findings.filter(({ file }) => file === 'app.yaml'));
}

/** A claim of the class `fast`. */
export function claim(name: string, spec: object, status: object, metadata: object = {}): Live {
  return liveIn('shop', 'v1', 'PersistentVolumeClaim', name, {
    metadata,
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '5Gi' } },
      storageClassName: 'fast',
      volumeMode: 'Filesystem',
      ...spec,
    },
    status,
  });
}

/** A claim that has the volume `pv-NAME`. */
export function bound(name: string, spec: object = {}, metadata: object = {}): Live {
  const status = { phase: 'Bound', capacity: { storage: '5Gi' }, accessModes: ['ReadWriteOnce'] };
  return claim(name, { volumeName: `pv-${name}`, ...spec }, status, metadata);
}

/** The volume of a claim. */
export function volume(name: string, spec: object = {}, status: object = { phase: 'Bound' }): Live {
  return live('v1', 'PersistentVolume', `pv-${name}`, {
    metadata: { annotations: { 'pv.kubernetes.io/provisioned-by': 'csi.example.com' } },
    spec: {
      capacity: { storage: '5Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'fast',
      volumeMode: 'Filesystem',
      persistentVolumeReclaimPolicy: 'Delete',
      csi: { driver: 'csi.example.com', volumeHandle: `vol-${name}` },
      claimRef: {
        kind: 'PersistentVolumeClaim',
        namespace: 'shop',
        name,
        uid: `uid of PersistentVolumeClaim shop/${name}`,
      },
      ...spec,
    },
    status,
  });
}

/** A class that provisions at once. */
export function storageClass(fields: object = {}, metadata: object = {}): Live {
  return live('storage.k8s.io/v1', 'StorageClass', 'fast', {
    metadata,
    provisioner: 'csi.example.com',
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'Immediate',
    ...fields,
  });
}

/** A pod with claims. */
export function pod(
  name: string,
  claims: readonly string[],
  { spec = {}, status = { phase: 'Running' } }: { spec?: object; status?: object } = {},
): Live {
  return liveIn('shop', 'v1', 'Pod', name, {
    spec: {
      containers: [
        {
          name: 'app',
          image: 'app:1',
          volumeMounts: claims.map((one) => ({ name: one, mountPath: `/${one}` })),
        },
      ],
      volumes: claims.map((one) => ({ name: one, persistentVolumeClaim: { claimName: one } })),
      ...spec,
    },
    status,
  });
}

/** A node in a zone. */
export function node(name: string, zone: string): Live {
  return live('v1', 'Node', name, {
    metadata: {
      labels: { 'kubernetes.io/hostname': name, 'topology.kubernetes.io/zone': zone },
    },
    status: {},
  });
}

/** What is asked of nodes: a label with a value. */
export function onNodes(key: string, value: string): object {
  return {
    nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: [value] }] }],
  };
}

/** A warning about an object. */
export function warning(about: Live, message: string, at = '2026-11-20T10:00:00Z'): Live {
  return liveIn('shop', 'v1', 'Event', `event at ${at}`, {
    involvedObject: { uid: about.metadata.uid },
    type: 'Warning',
    message,
    lastTimestamp: at,
  });
}
