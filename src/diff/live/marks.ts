/**
 * Marks of engines on live objects: by which an engine knows what is its own, and prunes what left
 * Git.
 */
import { Fields, fieldsOf, groupOf } from '../../kube';
import { AppliedManifest, sentAs } from '../../validation';
import { DiffOptions, PruningEngine } from '../spec';

/** The marks of one Application, Kustomization or release. */
interface Marks {
  readonly engine: PruningEngine;
  /** What tells it from others of its engine. */
  readonly of: string;
  /** What the engine adds to a manifest. */
  labels(sent: AppliedManifest): Fields;
  annotations(sent: AppliedManifest): Fields;
}

const TRACKING = 'argocd.argoproj.io/tracking-id';
const FLUX_NAME = 'kustomize.toolkit.fluxcd.io/name';
const FLUX_NAMESPACE = 'kustomize.toolkit.fluxcd.io/namespace';
const HELM_NAME = 'meta.helm.sh/release-name';
const HELM_NAMESPACE = 'meta.helm.sh/release-namespace';

const CALLED: { readonly [engine in PruningEngine]?: string } = {
  argo: 'the Application',
  flux: 'the Kustomization',
  helm: 'the release',
};

/** What has the marks, in words. */
export function nameOf({ engine, of }: Marks): string {
  return `${CALLED[engine]} ${of}`;
}

/** The marks that a live object has, of any engine. */
function marksOn(sent: AppliedManifest): Marks[] {
  const { labels: given, annotations: noted } = fieldsOf(sent.given.metadata);
  const [labels, annotations] = [fieldsOf(given), fieldsOf(noted)];
  const found: Marks[] = [];
  const [tracking, name, namespace] = [
    annotations[TRACKING],
    labels[FLUX_NAME],
    labels[FLUX_NAMESPACE],
  ];
  const [release, releaseNamespace] = [annotations[HELM_NAME], annotations[HELM_NAMESPACE]];
  if (typeof tracking === 'string' && isOf(tracking, sent)) {
    const app = tracking.slice(0, tracking.indexOf(':'));
    found.push({
      engine: 'argo',
      of: app,
      labels: () => ({}),
      annotations: (one) => ({ [TRACKING]: trackingId(app, one) }),
    });
  }
  if (typeof name === 'string' && typeof namespace === 'string') {
    found.push({
      engine: 'flux',
      of: `${namespace}/${name}`,
      labels: () => ({ [FLUX_NAME]: name, [FLUX_NAMESPACE]: namespace }),
      annotations: () => ({}),
    });
  }
  if (typeof release === 'string' && typeof releaseNamespace === 'string') {
    found.push({
      engine: 'helm',
      of: `${releaseNamespace}/${release}`,
      labels: () => ({ 'app.kubernetes.io/managed-by': 'Helm' }),
      annotations: () => ({ [HELM_NAME]: release, [HELM_NAMESPACE]: releaseNamespace }),
    });
  }
  return found;
}

/** Controllers copy annotations to what they make: those name another object. */
function isOf(tracking: string, { name, kind }: AppliedManifest): boolean {
  return tracking.includes(':') && tracking.endsWith(`/${name}`) && tracking.includes(`/${kind}:`);
}

function trackingId(app: string, { apiVersion, kind, namespace, name }: AppliedManifest): string {
  return `${app}:${groupOf(apiVersion)}/${kind}:${namespace ?? ''}/${name}`;
}

/** Whose marks NEW has: of most of its live objects, or of all marked ones in its namespaces. */
export function marksFor(
  next: readonly AppliedManifest[],
  live: ReadonlyMap<string, AppliedManifest>,
  { engine, application }: Pick<DiffOptions, 'engine' | 'application'>,
): Marks | undefined {
  const isMeant = (marks: Marks) =>
    (engine === undefined || engine === 'none' || marks.engine === engine) &&
    (application === undefined || marks.of === application || marks.of.endsWith(`/${application}`));
  const own = counted(
    next.flatMap(({ id }) => live.get(id) ?? []),
    isMeant,
  );
  const [most] = own.sort((a, b) => b.count - a.count);
  if (most) return most.marks;
  const namespaces = new Set(next.map(({ namespace }) => namespace));
  const near = [...live.values()].filter(
    ({ namespace }) => application !== undefined || namespaces.has(namespace),
  );
  const others = counted(near, isMeant);
  return others.length === 1 ? others[0].marks : undefined;
}

function counted(
  objects: readonly AppliedManifest[],
  isMeant: (marks: Marks) => boolean,
): { readonly marks: Marks; count: number }[] {
  const counts = new Map<string, { readonly marks: Marks; count: number }>();
  for (const marks of objects.flatMap(marksOn).filter(isMeant)) {
    const key = `${marks.engine} ${marks.of}`;
    const one = counts.get(key) ?? { marks, count: 0 };
    one.count += 1;
    counts.set(key, one);
  }
  return [...counts.values()];
}

/** A manifest as its engine applies it. */
export function withMarks(
  sent: AppliedManifest,
  marks: Marks,
  live: AppliedManifest | undefined,
): AppliedManifest {
  const metadata = fieldsOf(sent.manifest.metadata);
  const [labels, annotations] = [marks.labels(sent), marks.annotations(sent)];
  const tracking = fieldsOf(fieldsOf(live?.given.metadata).annotations)[TRACKING];
  // For objects without a namespace it has that of the Application, in some versions.
  const kept =
    typeof tracking === 'string' && isOf(tracking, sent) && TRACKING in annotations
      ? { [TRACKING]: tracking }
      : {};
  return sentAs(sent, {
    ...sent.manifest,
    metadata: {
      ...metadata,
      ...added('labels', metadata.labels, labels),
      ...added('annotations', metadata.annotations, { ...annotations, ...kept }),
    },
  });
}

function added(field: string, had: unknown, more: Fields): Fields {
  return Object.keys(more).length === 0 ? {} : { [field]: { ...fieldsOf(had), ...more } };
}

/** The live objects that have the marks, and were not made by a controller. */
export function* markedBy(
  live: Iterable<AppliedManifest>,
  { engine, of }: Marks,
): Generator<AppliedManifest> {
  for (const sent of live) {
    if (fieldsOf(sent.given.metadata).ownerReferences !== undefined) continue;
    if (marksOn(sent).some((one) => one.engine === engine && one.of === of)) yield sent;
  }
}
