/** The findings of judges on objects, as lines that a test can compare as a whole. */
import { TargetSpec, targetFacts } from '../../src/facts';
import { Finding } from '../../src/findings';
import { judge, Judge, readWorld, World } from '../../src/judge';

/** The namespace of objects that name none, as at the command line. */
const NAMESPACE = 'default';

/** The findings on the objects: `Kind/name severity rule path: message; remedy`. */
export function judged(
  judges: readonly Judge[],
  manifests: readonly object[],
  target: TargetSpec = {},
): string[] {
  const sources = manifests.map((manifest, index) => ({
    key: String(index),
    manifest: manifest as any,
  }));
  const world = readWorld(sources, targetFacts(target), { namespace: NAMESPACE });
  const found = judge(world, judges);
  // Who is not asked of an object has nothing to say of it.
  if (judges.some(({ needs }) => needs)) {
    expect(judge(world, judges.map(withoutNeeds))).toEqual(found);
  }
  expect(unknownRules(judges, world, found)).toEqual([]);
  return found.map(({ construct, severity, rule, path, message, remedy }) => {
    const { kind, metadata } = manifests[Number(construct)] as any;
    return `${kind}/${metadata?.name} ${severity} ${rule} ${path}: ${message}; ${remedy}`;
  });
}

/** Rules that a judge speaks of and does not carry: no page would have them. */
export function unknownRules(
  judges: readonly Judge[],
  world: World,
  found: readonly Finding[],
): string[] {
  // What all of them say is what each says.
  if (found.length === 0) return [];
  return judges.flatMap((one) => {
    const own = judges.length === 1 ? found : judge(world, [one]);
    if (own.length === 0) return [];
    const known = new Set(one.rules().flatMap((table) => Object.values(table).map(({ id }) => id)));
    return own.map(({ rule }) => rule).filter((rule) => !known.has(rule));
  });
}

function withoutNeeds({ needs: _, ...one }: Judge): Judge {
  return one;
}

type Fields = { readonly [field: string]: unknown };

/** A Deployment whose pods have this spec. */
export function deploymentOf(
  podSpec: object,
  { namespace, name = 'web', annotations, podAnnotations, ...spec }: Fields = {},
): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(annotations === undefined ? {} : { annotations }),
    },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: templateOf(podSpec, podAnnotations),
      ...spec,
    },
  };
}

/** A StatefulSet `db` whose pods have this spec, with claim templates. */
export function setOf(
  podSpec: object,
  volumeClaimTemplates: readonly object[] = [],
  { namespace, name = 'db', ...spec }: Fields = {},
): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    spec: {
      serviceName: name,
      selector: { matchLabels: { app: 'web' } },
      template: templateOf(podSpec),
      volumeClaimTemplates,
      ...spec,
    },
  };
}

/** A CronJob `nightly` whose pods have this spec. */
export function cronJobOf(podSpec: object, namespace?: string): object {
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'nightly', ...(namespace === undefined ? {} : { namespace }) },
    spec: {
      schedule: '0 2 * * *',
      jobTemplate: { spec: { template: templateOf({ restartPolicy: 'Never', ...podSpec }) } },
    },
  };
}

/** A Pod `tool`. */
export function podOf(podSpec: object, metadata: object = {}): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'tool', ...metadata }, spec: podSpec };
}

/** A claim template. */
export function templateOfClaims(name: string, spec: object = {}, metadata: object = {}): object {
  return {
    metadata: { name, ...metadata },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  };
}

/** A pod spec with these volumes, which its one container mounts. */
export function mounting(volumes: readonly Fields[], others: object = {}): object {
  return {
    containers: [
      {
        name: 'app',
        image: 'app',
        volumeMounts: volumes.map(({ name }) => ({ name, mountPath: `/${String(name)}` })),
        ...others,
      },
    ],
    volumes,
  };
}

/** A volume of a pod that is a claim. */
export function volumeOfClaim(name: string, claimName: string = name): Fields {
  return { name, persistentVolumeClaim: { claimName } };
}

function templateOf(podSpec: object, annotations?: unknown): object {
  return {
    metadata: { labels: { app: 'web' }, ...(annotations === undefined ? {} : { annotations }) },
    spec: podSpec,
  };
}
