/**
 * Deployers: Applications of Argo CD, what generates them, and Kustomizations and HelmReleases of
 * Flux, with what each deploys and deletes.
 */
import { ChartValues, NO_VALUES, parametersIn, valuesOf } from './chart-values';
import { fieldsOf, isFields, stableJson, own } from '../../kube';
import { KUSTOMIZATION } from '../../manifests/gitops/engines';
import { at, listAt } from '../../model';
import { textOf, textsOf } from '../../object';
import { Stored } from '../stored';

/** One deployer, as one side of the comparison has it. */
export interface Deployer {
  /** Its own identity; that of the ApplicationSet and its name, if it is generated. */
  readonly key: string;
  /** `Kind/namespace/name`. */
  readonly label: string;
  /** The object that it stands in. */
  readonly stored: Stored;
  readonly engine: 'argocd' | 'flux';
  /** The folders that it deploys; empty if what it deploys is a chart. */
  readonly paths: readonly string[];
  /** Repositories, revisions and charts. */
  readonly revision: string;
  readonly revisionName: string;
  /** Where objects go: the cluster, or the release. */
  readonly target: string;
  readonly cluster: string;
  /** The namespace that objects get. */
  readonly namespace: string | undefined;
  /** Whether they get it even if they name another one. */
  readonly overridesNamespaces: boolean;
  /** What decides of their names, beside the files. */
  readonly naming: string;
  /** What leaves files of the folders out. */
  readonly selection: string;
  /** Folders and files of values that add to what is deployed. */
  readonly components: readonly string[];
  readonly valueFiles: readonly string[];
  /** Patches that take objects away. */
  readonly removals: readonly string[];
  /** Whether the folders in its folders are left out as well. */
  readonly isFlat: boolean;
  readonly values: ChartValues;
  /**
   * Whether what leaves its folders is deleted; undefined if a person decides, at each sync or by
   * resuming it.
   */
  readonly prunes: boolean | undefined;
  readonly cascades: boolean;
  /** Whether it installs a release, which another name or namespace uninstalls. */
  readonly isRelease: boolean;
}

const APPLICATION = 'argoproj.io/Application';
const APPLICATION_SET = 'argoproj.io/ApplicationSet';
const HELM_RELEASE = 'helm.toolkit.fluxcd.io/HelmRelease';
const FINALIZER = 'resources-finalizer.argocd.argoproj.io';
const IN_CLUSTER = 'https://kubernetes.default.svc';

interface Side {
  ofKind(kindKey: string): Iterable<Stored>;
  find(kindKey: string, namespace: string | undefined, name: string): Stored | undefined;
}

export function* deployersOf(side: Side): Generator<Deployer> {
  for (const stored of side.ofKind(APPLICATION)) {
    yield application(
      stored,
      stored.sent.id,
      stored.sent.label,
      stored.live,
      hasFinalizer(stored.live),
    );
  }
  for (const stored of side.ofKind(APPLICATION_SET)) yield* generated(stored);
  for (const stored of side.ofKind(KUSTOMIZATION)) yield kustomization(stored, side);
  for (const stored of side.ofKind(HELM_RELEASE)) yield helmRelease(stored);
}

/**
 * Whether a set has no longer what generated Applications of which only the cluster or a repository
 * knows, or generates them in another way that only these know: a change may remove some.
 */
export function losesGenerators(before: Stored, after: Stored): boolean {
  const [had, has] = [generatorsIn(before), generatorsIn(after)];
  const lost = [...had].filter(([one]) => !has.has(one));
  return (
    lost.some(([, isKnown]) => !isKnown) ||
    (lost.length > 0 && [...has].some(([one, isKnown]) => !isKnown && !had.has(one)))
  );
}

/** What generates Applications, and whether the files show which ones; lists by their elements. */
function generatorsIn({ live }: Stored): ReadonlyMap<string, boolean> {
  const name = textOf(at(live, 'spec.template.metadata.name'));
  return new Map(
    listAt(live, 'spec.generators').flatMap((one): (readonly [string, boolean])[] => {
      const { list, ...rest } = one;
      const { elements, ...how } = fieldsOf(list);
      if (!isFields(list) || how.elementsYaml !== undefined) return [[stableJson(one), false]];
      return listAt(list, 'elements').map((element) => [
        stableJson([rest, how, element]),
        rest.selector === undefined && !filledIn(name, element).includes('{{'),
      ]);
    }),
  );
}

/** A template with the values of an element; what it makes of them by functions stays. */
function filledIn(template: string, element: unknown): string {
  return template.replace(/\{\{-? *\.?([\w.-]{1,253}) *-?\}\}/g, (whole: string, name: string) => {
    const value = name
      .split('.')
      .reduce<unknown>((one, field) => own(fieldsOf(one), field), element);
    return typeof value === 'string' || typeof value === 'number'
      ? JSON.stringify(String(value)).slice(1, -1)
      : whole;
  });
}

/** Whether an ApplicationSet leaves Applications alone that it no longer generates. */
export function keepsApplications({ live }: Stored): boolean {
  return ['create-only', 'create-update'].includes(
    String(at(live, 'spec.syncPolicy.applicationsSync')),
  );
}

/** Whether what generated Applications have deployed stays when they are deleted. */
function preservesResources({ live }: Stored): boolean {
  return (
    at(live, 'spec.syncPolicy.preserveResourcesOnDeletion') === true &&
    !hasFinalizer(fieldsOf(at(live, 'spec.template')))
  );
}

function hasFinalizer(object: unknown): boolean {
  const finalizers = at(fieldsOf(object), 'metadata.finalizers');
  return (
    Array.isArray(finalizers) &&
    finalizers.some((one) => one === FINALIZER || String(one).startsWith(`${FINALIZER}/`))
  );
}

function application(
  stored: Stored,
  key: string,
  label: string,
  live: unknown,
  cascades: boolean,
): Deployer {
  const spec = fieldsOf(fieldsOf(live).spec);
  const sources = Array.isArray(spec.sources)
    ? spec.sources.map(fieldsOf)
    : [fieldsOf(spec.source)];
  const { automated } = fieldsOf(spec.syncPolicy);
  const { server, name, namespace } = fieldsOf(spec.destination);
  const built = sources.map(({ kustomize }) => fieldsOf(kustomize));
  const charts = sources.map(({ helm }) => fieldsOf(helm));
  const folders = sources.map(({ directory }) => fieldsOf(directory));
  const place = built.find((one) => typeof one.namespace === 'string')?.namespace ?? namespace;
  const isAutomated = isFields(automated) && automated.enabled !== false;
  return {
    key,
    label,
    stored,
    engine: 'argocd',
    paths: sources.flatMap(({ path, chart }) =>
      typeof path === 'string' && chart === undefined ? [path] : [],
    ),
    revision: stableJson(
      sources.map(({ repoURL, targetRevision, chart }) => [
        repoURL,
        targetRevision ?? 'HEAD',
        chart ?? null,
      ]),
    ),
    revisionName: sources
      .map(({ targetRevision = 'HEAD' }) => String(targetRevision))
      .join(' and '),
    cluster: '',
    target: name === 'in-cluster' ? IN_CLUSTER : textOf(server) || textOf(name),
    namespace: typeof place === 'string' ? place : undefined,
    overridesNamespaces: place !== namespace,
    naming: stableJson([
      ...built
        .map(({ namePrefix, nameSuffix }) => [textOf(namePrefix), textOf(nameSuffix)])
        .filter(([a, b]) => a !== '' || b !== ''),
      ...charts.map(({ releaseName }) => textOf(releaseName)).filter((one) => one !== ''),
    ]),
    selection: stableJson(
      folders
        .map(({ include, exclude }) => [textOf(include), textOf(exclude)])
        .filter(([a, b]) => a !== '' || b !== ''),
    ),
    components: built.flatMap(({ components }) => textsOf(components)),
    removals: built.flatMap(({ patches }) => removalsIn(patches)),
    valueFiles: charts.flatMap(({ valueFiles }) => textsOf(valueFiles)),
    isFlat: folders.every(({ recurse }) => recurse !== true),
    values: valuesOf(
      charts.flatMap(({ values, valuesObject, parameters }) => [
        values,
        valuesObject,
        ...parametersIn(parameters),
      ]),
    ),
    prunes: isAutomated ? automated.prune === true : undefined,
    cascades,
    isRelease: false,
  };
}

/**
 * The Applications of a set whose generators are lists: {{name}} and {{.name}} stand for values.
 */
function* generated(stored: Stored): Generator<Deployer> {
  const { live, sent } = stored;
  const template = stableJson(at(live, 'spec.template') ?? {});
  if ([...generatorsIn(stored).values()].some((isKnown) => !isKnown)) {
    const one = fieldsOf(at(live, 'spec.template'));
    const name = String(at(one, 'metadata.name') ?? '');
    yield application(
      stored,
      `${sent.id}#${name}`,
      `the Applications ${name} of ${sent.label}`,
      one,
      !preservesResources(stored),
    );
  }
  for (const generator of listAt(live, 'spec.generators')) {
    for (const element of listAt(generator, 'list.elements')) {
      const one = JSON.parse(filledIn(template, element)) as unknown;
      const name = String(at(fieldsOf(one), 'metadata.name') ?? '');
      const label = `Application/${sent.namespace ?? ''}/${name}`;
      const made = application(stored, '', label, one, !preservesResources(stored));
      // Names that functions make of values may be the same in the template.
      const { paths, target, namespace = '' } = made;
      const place = name.includes('{{') ? stableJson([paths, target, namespace]) : '';
      yield { ...made, key: `${sent.id}#${name}${place}` };
    }
  }
}

/** Patches of Kustomize that delete objects. */
function removalsIn(patches: unknown): string[] {
  if (!Array.isArray(patches)) return [];
  return patches
    .map((patch) => stableJson(patch))
    .filter((patch) => /\$patch\W{1,9}delete/.test(patch));
}

function kustomization(stored: Stored, side: Side): Deployer {
  const {
    path,
    prune,
    suspend,
    deletionPolicy,
    targetNamespace,
    sourceRef,
    namePrefix,
    nameSuffix,
    components,
    patches,
    kubeConfig,
  } = fieldsOf(stored.live.spec);
  const { kind, name, namespace = stored.sent.namespace } = fieldsOf(sourceRef);
  const source = side.find(
    `source.toolkit.fluxcd.io/${String(kind)}`,
    String(namespace),
    String(name),
  );
  const { url, ref, ignore, sparseCheckout } = fieldsOf(source?.live.spec);
  const policy =
    typeof deletionPolicy === 'string' && deletionPolicy !== '' ? deletionPolicy : 'MirrorPrune';
  return {
    key: stored.sent.id,
    label: stored.sent.label,
    stored,
    engine: 'flux',
    paths: [typeof path === 'string' ? path : '.'],
    revision: stableJson([kind ?? null, name ?? null, namespace ?? null, url ?? null, ref ?? null]),
    revisionName:
      Object.values(fieldsOf(ref)).map(String).join(' ') || `${String(kind)} ${String(name)}`,
    target: clusterIn(kubeConfig),
    cluster: '',
    namespace: textOf(targetNamespace) || undefined,
    overridesNamespaces: true,
    naming: stableJson([namePrefix, nameSuffix].map(textOf)),
    selection: stableJson([textOf(ignore), sparseCheckout ?? []]),
    components: textsOf(components),
    removals: removalsIn(patches),
    valueFiles: [],
    isFlat: false,
    values: NO_VALUES,
    prunes: prune === true && suspend === true ? undefined : prune === true,
    cascades:
      suspend !== true && policy !== 'Orphan' && (policy !== 'MirrorPrune' || prune === true),
    isRelease: false,
  };
}

/** Which cluster a deployer of Flux deploys to. */
function clusterIn(kubeConfig: unknown): string {
  return kubeConfig === undefined || kubeConfig === null ? '' : stableJson(kubeConfig);
}

function helmRelease(stored: Stored): Deployer {
  const {
    suspend,
    releaseName,
    targetNamespace,
    storageNamespace,
    chart,
    chartRef,
    kubeConfig,
    ...rest
  } = fieldsOf(stored.live.spec);
  const { chart: name, sourceRef, valuesFiles } = fieldsOf(fieldsOf(chart).spec);
  return {
    key: stored.sent.id,
    label: stored.sent.label,
    stored,
    engine: 'flux',
    paths: [],
    revision: stableJson([name ?? null, sourceRef ?? null, chartRef ?? null]),
    revisionName: `the chart ${textOf(name) || textOf(fieldsOf(chartRef).name)}`,
    namespace: undefined,
    overridesNamespaces: false,
    naming: '',
    selection: '',
    components: [],
    removals: [],
    valueFiles: [
      ...textsOf(valuesFiles),
      ...listAt(rest, 'valuesFrom').map(({ kind, name: of, valuesKey }) =>
        [kind, of, valuesKey].map(textOf).join(' ').trim(),
      ),
    ],
    isFlat: false,
    values: valuesOf([rest.values]),
    target: stableJson([releaseName ?? null, targetNamespace ?? null, storageNamespace ?? null]),
    cluster: clusterIn(kubeConfig),
    prunes: suspend === true ? undefined : true,
    cascades: suspend !== true,
    isRelease: true,
  };
}
