/** Applications and sets of them, as plain input, and the objects that they become. */
import { Fields, Manifest } from '../kube';
import {
  always,
  flag,
  integer,
  listOf,
  Of,
  OfFields,
  oneOf,
  objectOf,
  required,
  string,
  strings,
  text,
} from '../shape';

/** What becomes of an Application's resources when it is deleted. */
export const DELETIONS = ['orphan', 'foreground', 'background'] as const;

/** A difference that does not count. */
const DIFFERENCE = objectOf({
  group: string,
  kind: required(text),
  name: text,
  namespace: text,
  jsonPointers: listOf(text),
  jqPathExpressions: listOf(text),
  managedFieldsManagers: listOf(text),
});
export type DifferenceSpec = Of<typeof DIFFERENCE>;

/** How an Application is synced, from where, and whereto. Durations are those of Go. */
const DELIVERY = {
  name: always(string),
  namespace: always(string),
  projectName: always(string),
  repoUrl: always(text),
  targetRevision: text,
  recurse: flag,
  pluginName: string,
  pluginEnv: strings,
  cluster: text,
  server: text,
  destinationNamespace: text,
  automated: always(flag),
  prune: flag,
  selfHeal: flag,
  serverSideApply: flag,
  createNamespace: flag,
  pruneLast: flag,
  syncOptions: listOf(text),
  retries: integer,
  retryBackoff: text,
  retryMaxBackoff: text,
  ignoreDifferences: listOf(DIFFERENCE),
  ignoreClaimSizes: flag,
  deletion: always(oneOf(DELETIONS)),
};
export type DeliverySpec = OfFields<typeof DELIVERY>;

const ELEMENT = objectOf({
  name: required(text),
  path: required(text),
  include: text,
  cluster: text,
  server: text,
  destinationNamespace: text,
});
export type ElementSpec = Of<typeof ELEMENT>;

export const APPLICATION_SHAPE = objectOf({
  ...DELIVERY,
  path: always(text),
  include: text,
  exclude: text,
  folders: listOf(text),
});
export type ApplicationSpec = Of<typeof APPLICATION_SHAPE>;

/** A set of Applications: those of a list, or one for each folder of the repository that fits. */
export const APPLICATION_SET_SHAPE = objectOf({
  ...DELIVERY,
  elements: listOf(ELEMENT),
  directories: listOf(text),
  folders: listOf(text),
});
export type ApplicationSetSpec = Of<typeof APPLICATION_SET_SHAPE>;

/** The cluster that Argo CD runs in. */
export const IN_CLUSTER = 'https://kubernetes.default.svc';
const CLAIM_SIZES: DifferenceSpec = {
  kind: 'PersistentVolumeClaim',
  jsonPointers: ['/spec/resources/requests/storage'],
};
const API_VERSION = 'argoproj.io/v1alpha1';
const FINALIZERS = {
  orphan: [],
  foreground: ['resources-finalizer.argocd.argoproj.io'],
  background: ['resources-finalizer.argocd.argoproj.io/background'],
} as const;

/** The Application. `needed` are differences that its objects bring with them. */
export function buildApplication(
  spec: ApplicationSpec,
  needed: readonly DifferenceSpec[] = [],
): Manifest {
  const { name, namespace, path, include, exclude } = spec;
  const finalizers = FINALIZERS[spec.deletion];
  return {
    apiVersion: API_VERSION,
    kind: 'Application',
    metadata: {
      name,
      namespace,
      ...(finalizers.length > 0 ? { finalizers: [...finalizers] } : {}),
    },
    spec: {
      project: spec.projectName,
      source: sourceOf(spec, path, { include, exclude }),
      destination: destinationOf(spec, spec.destinationNamespace),
      ...syncingOf(spec, needed),
    },
  };
}

/**
 * The set. Deleting it leaves its Applications and what they hold, unless `deletion` says
 * otherwise.
 */
export function buildApplicationSet(
  spec: ApplicationSetSpec,
  needed: readonly DifferenceSpec[] = [],
): Manifest {
  const { name, namespace, repoUrl, targetRevision, directories } = spec;
  const elements = (spec.elements ?? []).map((one) => whereTo(one, spec));
  // Where no element says something of its own, it stands in the template.
  const isVaried = (...fields: readonly (keyof ElementSpec)[]) =>
    spec.elements?.some((one) => fields.some((field) => one[field] !== undefined)) === true;
  const varied = ELEMENT_FIELDS.filter(
    (field) =>
      elements.some((one) => one[field] !== undefined) &&
      (field === 'cluster' || field === 'server' ? isVaried('cluster', 'server') : isVaried(field)),
  );
  const git = {
    repoURL: repoUrl,
    revision: targetRevision ?? 'HEAD',
    directories: directories?.map((path) => ({ path })),
  };
  // A template cannot leave a field out: every element has every one.
  const list = {
    elements: elements.map((one) =>
      Object.fromEntries(varied.map((field) => [field, one[field] ?? ''])),
    ),
  };
  const [applicationName, path] = directories
    ? [`${name}-{{.path.basenameNormalized}}`, '{{.path.path}}']
    : ['{{.name}}', '{{.path}}'];
  const template = (field: keyof ElementSpec, fallback?: string) =>
    varied.includes(field) ? `{{.${field}}}` : fallback;
  const destination = isVaried('cluster', 'server')
    ? { cluster: template('cluster'), server: template('server') }
    : spec;
  const finalizers = FINALIZERS[spec.deletion];
  return {
    apiVersion: API_VERSION,
    kind: 'ApplicationSet',
    metadata: { name, namespace },
    spec: {
      goTemplate: true,
      goTemplateOptions: ['missingkey=error'],
      generators: [directories ? { git } : { list }],
      syncPolicy:
        spec.deletion === 'orphan'
          ? { applicationsSync: 'create-update', preserveResourcesOnDeletion: true }
          : { applicationsSync: 'sync' },
      template: {
        metadata: {
          name: applicationName,
          ...(finalizers.length > 0 ? { finalizers: [...finalizers] } : {}),
        },
        spec: {
          project: spec.projectName,
          source: sourceOf(spec, path, { include: template('include') }),
          destination: destinationOf(
            destination,
            template('destinationNamespace', spec.destinationNamespace),
          ),
          ...syncingOf(spec, needed),
        },
      },
    },
  };
}

const ELEMENT_FIELDS = [
  'name',
  'path',
  'include',
  'cluster',
  'server',
  'destinationNamespace',
] as const;

function whereTo(
  element: ElementSpec,
  { cluster, server, destinationNamespace }: ApplicationSetSpec,
): ElementSpec {
  const isOwn = element.cluster !== undefined || element.server !== undefined;
  const ofSet = cluster === undefined ? { server: server ?? IN_CLUSTER } : { cluster };
  return {
    ...(destinationNamespace === undefined ? {} : { destinationNamespace }),
    ...(isOwn ? {} : ofSet),
    ...element,
  };
}

function sourceOf(
  spec: DeliverySpec,
  path: string,
  { include, exclude }: { readonly include?: string; readonly exclude?: string },
): Fields {
  const { repoUrl, targetRevision, pluginName, pluginEnv, recurse = true } = spec;
  const env = Object.entries(pluginEnv ?? {}).map(([name, value]) => ({ name, value }));
  const directory = {
    ...(recurse ? { recurse } : {}),
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
  };
  return {
    repoURL: repoUrl,
    ...(targetRevision === undefined ? {} : { targetRevision }),
    path,
    ...(pluginName === undefined
      ? {}
      : { plugin: { name: pluginName, ...(env.length > 0 ? { env } : {}) } }),
    ...(pluginName === undefined && Object.keys(directory).length > 0 ? { directory } : {}),
  };
}

function destinationOf(
  { cluster, server }: Pick<DeliverySpec, 'cluster' | 'server'>,
  namespace: string | undefined,
): Fields {
  return {
    ...(cluster === undefined ? {} : { name: cluster }),
    ...(server !== undefined || cluster === undefined ? { server: server ?? IN_CLUSTER } : {}),
    ...(namespace === undefined ? {} : { namespace }),
  };
}

function syncingOf(spec: DeliverySpec, needed: readonly DifferenceSpec[]): Fields {
  const {
    automated,
    prune = false,
    selfHeal = true,
    retries,
    retryBackoff,
    retryMaxBackoff,
  } = spec;
  const sizes = spec.ignoreClaimSizes ? [CLAIM_SIZES] : [];
  const ignored = [...(spec.ignoreDifferences ?? []), ...sizes, ...needed];
  const options = [
    ...(spec.createNamespace ? ['CreateNamespace=true'] : []),
    ...(spec.serverSideApply ? ['ServerSideApply=true'] : []),
    ...(spec.pruneLast ? ['PruneLast=true'] : []),
    // Without it a sync for another reason sets back what is ignored.
    ...(ignored.length > 0 ? ['RespectIgnoreDifferences=true'] : []),
  ];
  const others = (spec.syncOptions ?? []).filter((option) => !options.includes(option));
  const syncOptions = [...options, ...others];
  const backoff = {
    ...(retryBackoff === undefined ? {} : { duration: retryBackoff, factor: 2 }),
    ...(retryMaxBackoff === undefined ? {} : { maxDuration: retryMaxBackoff }),
  };
  const policy = {
    ...(automated ? { automated: { prune, selfHeal } } : {}),
    ...(retries === undefined
      ? {}
      : { retry: { limit: retries, ...(Object.keys(backoff).length > 0 ? { backoff } : {}) } }),
    ...(syncOptions.length > 0 ? { syncOptions } : {}),
  };
  return {
    ...(Object.keys(policy).length > 0 ? { syncPolicy: policy } : {}),
    ...(ignored.length > 0 ? { ignoreDifferences: ignored.map((one) => ({ ...one })) } : {}),
  };
}
