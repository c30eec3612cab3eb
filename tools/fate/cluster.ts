/** The cluster that KUBECONFIG names: what lives in it, read once for all who wait for it. */
import { Fields, namespacesOf, World } from './world';
import { kubectl, mustKubectl } from '../../test/cluster/support/kubectl';

const KINDS =
  'namespaces,persistentvolumeclaims,persistentvolumes,pods,deployments,statefulsets,jobs';
const PAUSE = 1_000;
/** How often it is read the same before it is at rest, and when nobody waits any longer. */
const SAME = 4;
const MOST = 45_000;
/** An autoscaler looks every 15 seconds. */
const AUTOSCALED = 20_000;

let reading: Promise<readonly Fields[]> | undefined;

/** All that lives; those who ask at the same time share an answer. */
async function read(): Promise<readonly Fields[]> {
  reading ??= (async () => {
    await new Promise((done) => setTimeout(done, PAUSE));
    reading = undefined;
    return JSON.parse(await mustKubectl(['get', KINDS, '--all-namespaces', '-o', 'json'])).items;
  })();
  return reading;
}

/** What is of a world. */
async function ofWorld(world: World): Promise<readonly Fields[]> {
  const namespaces = namespacesOf(world);
  return (await read()).filter(({ kind, metadata, spec }) => {
    if (metadata.namespace !== undefined) return namespaces.includes(metadata.namespace);
    return (
      metadata.name.startsWith(`${world.id}-`) ||
      (kind === 'PersistentVolume' && namespaces.includes(spec.claimRef?.namespace))
    );
  });
}

/** What is of a world, once its controllers have come to rest. */
export async function atRest(world: World): Promise<readonly Fields[]> {
  const { old, next } = world;
  const isAutoscaled = [old, next].some(({ entries }) =>
    entries.some(({ manifest }) => manifest.kind === 'HorizontalPodAutoscaler'),
  );
  const start = Date.now();
  let before = '';
  for (let same = 0; ;) {
    const objects = await ofWorld(world);
    const now = objects
      .map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`)
      .join('\n');
    same = now === before ? same + 1 : 0;
    before = now;
    const passed = Date.now() - start;
    if (passed > MOST) return objects;
    if (same < SAME || (isAutoscaled && passed < AUTOSCALED)) continue;
    if (!objects.some(isGoing)) return objects;
  }
}

/** Namespaces take their time; pods that end are not at rest. */
function isGoing({ kind, metadata }: Fields): boolean {
  return metadata.deletionTimestamp !== undefined && ['Namespace', 'Pod'].includes(kind);
}

/** Makes the namespaces of a world that OLD does not bring along. */
export async function prepare(world: World): Promise<void> {
  for (const name of namespacesOf(world)) {
    const isBrought = world.old.entries.some(
      ({ manifest: { kind, metadata } }) => kind === 'Namespace' && metadata.name === name,
    );
    if (!isBrought) await mustKubectl(['create', 'namespace', name]);
  }
}

/** Takes out what is left of a world, as far as that needs no waiting. */
export async function tidyUp(world: World): Promise<void> {
  const now = ['--ignore-not-found', '--wait=false'];
  const objects = await ofWorld(world);
  for (const namespace of namespacesOf(world)) {
    await kubectl([
      'delete',
      'horizontalpodautoscalers,cronjobs,jobs,deployments,statefulsets,pods',
      '--all',
      ...['-n', namespace, '--grace-period=0', '--force', ...now],
    ]);
  }
  for (const { kind, metadata } of objects) {
    if (!(metadata.finalizers ?? []).includes('example.com/hold')) continue;
    const place = metadata.namespace === undefined ? [] : ['-n', metadata.namespace];
    const patch = '{"metadata":{"finalizers":null}}';
    await kubectl(['patch', kind, metadata.name, ...place, '--type=merge', '-p', patch]);
  }
  await kubectl(['delete', 'namespace', ...namespacesOf(world), ...now]);
  const volumes = objects.filter(({ kind }) => kind === 'PersistentVolume');
  if (volumes.length > 0) {
    await kubectl(['delete', 'pv', ...volumes.map(({ metadata }) => metadata.name), ...now]);
  }
  const classes = ['delete', 'retain'].map((policy) => `${world.id}-${policy}`);
  await kubectl(['delete', 'storageclass', ...classes, ...now]);
}
