/**
 * LocustTest resources as YAML files have them: what one of them stands for, in either version of
 * its API.
 */
import {
  asWarnings,
  Finding,
  From,
  hasErrors,
  Origins,
  originsOf,
  originsThrough,
} from '../findings';
import { Fields, fieldsOf, Manifest, onceFor } from '../kube';
import {
  admit,
  Input,
  Neighbour,
  Rendered,
  RenderOptions,
  ResourceKind,
  Schema,
  withoutBookkeeping,
} from '../resource';
import { buildLocustTest } from './build';
import {
  checkClaims,
  checkLocustfiles,
  checkLocustTest,
  checkStart,
  checkVariables,
  knownClaims,
} from './check';
import { withClaimTemplateMetadata } from './claim-template';
import { filesOfConfigMap, isConfigMap } from './config-maps';
import { fromV1 } from './convert';
import {
  KAFKA_VARIABLES,
  OPERATOR_VARIABLES,
  OperatorEnvironment,
  readOperatorEnv,
} from './operator-env';
import { LOCUST_RULES } from './rules';
import { locustTestSchemas } from './schema';
import { OperatorPreset, settingsFor } from './settings';
import { LOCUST_GROUP, LOCUST_KIND, LocustTestResource, LocustTestSpec, Role } from './spec';

const V1 = `${LOCUST_GROUP}/v1`;

/** The kind, for whoever reads custom resources. */
export const LOCUST_TEST: ResourceKind = {
  group: LOCUST_GROUP,
  kind: LOCUST_KIND,
  versions: { v1: () => locustTestSchemas().v1, v2: schemaV2 },
  deprecated: { v1: 'locust.io/v1 LocustTest is deprecated, migrate to locust.io/v2' },
  operatorVariables: OPERATOR_VARIABLES,
  isForeign,
  render: renderLocustTest,
  checkTogether: checkLocustTests,
};

/**
 * Fields that only the resource of locustio's own operator has, and those of this one by which it
 * is told apart.
 */
const FOREIGN_FIELDS = ['workers', 'args', 'locustfile', 'metrics'];
const OWN_FIELDS = [
  'masterCommandSeed',
  'workerCommandSeed',
  'workerReplicas',
  'configMap',
  'libConfigMap',
  'affinity',
  'tolerations',
];

/** The operator of the locust project itself has a LocustTest of locust.io/v1, too. */
function isForeign({ apiVersion, spec }: Fields): boolean {
  if (apiVersion !== V1) return false;
  const has = (field: string) => Object.hasOwn(fieldsOf(spec), field);
  return FOREIGN_FIELDS.some(has) && !OWN_FIELDS.some(has);
}

/** The operator loses the labels of a volume's own claim template; without it they can be kept. */
function schemaV2({ operatorMode }: Pick<RenderOptions, 'operatorMode'>): Schema {
  const { v2 } = locustTestSchemas();
  return operatorMode ? v2 : withClaimTemplateMetadata(v2);
}

function renderLocustTest(resource: Manifest, options: RenderOptions): Rendered {
  const test = presentVersion(resource, options);
  const build = {
    settings: environmentOf(options).settings,
    operatorMode: options.operatorMode,
    userFromPlatform: !options.operatorMode && options.target?.platform === 'openshift',
  };
  const findings = inOwnVersion(checkLocustTest(test, build), resource);
  if (hasErrors(findings) || (test.spec === undefined && !options.operatorMode)) {
    return { manifests: [], findings };
  }
  const objectsOf = (one: LocustTestResource) => {
    const { service, masterJob, workerJob } = buildLocustTest(one, build);
    return [service, masterJob, workerJob];
  };
  return {
    manifests: objectsOf(test),
    findings,
    origins: originsThrough(
      originsOf((from) => objectsOf(withOrigins(test, from))),
      ownVersion(resource),
    ),
  };
}

/** The test whose parts carry where they are, as far as they are written into pods as they are. */
function withOrigins(test: LocustTestResource, from: From): LocustTestResource {
  const { spec = {}, metadata } = test;
  const { env, scheduling, security } = spec;
  // What is not given has no place: the library's own stands there.
  const own = <T>(path: string, value: T): T => (value === undefined ? value : from(path, value));
  const named = (list: 'configMapRefs' | 'secretRefs') =>
    env?.[list]?.map((source, index) => ({
      ...source,
      name: from(`spec.env.${list}[${index}].name`, source.name),
    }));
  const ofRole = <T extends LocustTestSpec[Role]>(role: Role, given: T): T =>
    given && {
      ...given,
      labels: from.each(`spec.${role}.labels`, given.labels),
      annotations: from.each(`spec.${role}.annotations`, given.annotations),
      resources: own(`spec.${role}.resources`, given.resources),
      extraArgs: from.each(`spec.${role}.extraArgs`, given.extraArgs),
    };
  return {
    ...test,
    metadata: {
      ...metadata,
      namespace: own('metadata.namespace', metadata.namespace),
      labels: from.each('metadata.labels', metadata.labels),
      annotations: from.each('metadata.annotations', metadata.annotations),
    },
    spec: {
      ...spec,
      image: own('spec.image', spec.image),
      imagePullPolicy: own('spec.imagePullPolicy', spec.imagePullPolicy),
      imagePullSecrets: from.each('spec.imagePullSecrets', spec.imagePullSecrets),
      master: ofRole('master', spec.master),
      worker: ofRole('worker', spec.worker),
      testFiles: spec.testFiles && {
        ...spec.testFiles,
        configMapRef: own('spec.testFiles.configMapRef', spec.testFiles.configMapRef),
        libConfigMapRef: own('spec.testFiles.libConfigMapRef', spec.testFiles.libConfigMapRef),
      },
      volumes: from.each('spec.volumes', spec.volumes),
      volumeMounts: from.each('spec.volumeMounts', spec.volumeMounts),
      env: env && {
        ...env,
        variables: from.each('spec.env.variables', env.variables),
        secretMounts: from.each('spec.env.secretMounts', env.secretMounts),
        configMapRefs: named('configMapRefs'),
        secretRefs: named('secretRefs'),
      },
      scheduling: scheduling && {
        ...scheduling,
        affinity: own('spec.scheduling.affinity', scheduling.affinity),
        tolerations: from.each('spec.scheduling.tolerations', scheduling.tolerations),
        nodeSelector: own('spec.scheduling.nodeSelector', scheduling.nodeSelector),
      },
      security: security && {
        ...security,
        podSecurityContext: own('spec.security.podSecurityContext', security.podSecurityContext),
        containerSecurityContext: own(
          'spec.security.containerSecurityContext',
          security.containerSecurityContext,
        ),
      },
    },
  };
}

/**
 * A test of either version in the words of the present one, with the namespace that it gets when it
 * names none.
 */
function presentVersion(resource: Manifest, options: RenderOptions): LocustTestResource {
  const given =
    resource.apiVersion === V1
      ? // The defaults of the present version come after the conversion.
        (admit(fromV1(resource), schemaV2(options)).object as unknown as LocustTestResource)
      : (resource as LocustTestResource);
  const { annotations: all, ...others } = given.metadata;
  const annotations = withoutBookkeeping(all);
  const metadata = annotations ? { ...others, annotations } : others;
  return {
    ...given,
    metadata:
      options.namespace === undefined || metadata.namespace
        ? metadata
        : { ...metadata, namespace: options.namespace },
  };
}

/**
 * The findings at the fields of the version that the resource is written in, with remedies that
 * this version has.
 */
function inOwnVersion(findings: readonly Finding[], resource: Manifest): readonly Finding[] {
  if (resource.apiVersion !== V1) return findings;
  const origins = ownVersion(resource);
  // The old API has no list of arguments.
  const remedy = 'write it without spaces, or put it into extraArgs of locust.io/v2';
  return findings.map((finding) => ({
    ...finding,
    path: origins(finding.path) ?? finding.path,
    ...(finding.rule === LOCUST_RULES.quotesInCommand.id ? { remedy } : {}),
  }));
}

/** Where a resource of either version has the fields of the present one. */
function ownVersion(resource: Manifest): Origins {
  if (resource.apiVersion !== V1) return (path) => path;
  const origins = originsOf((from) => fromV1(resource, from));
  return (path) => origins(path) ?? path;
}

/** The operator's environment, read once for all tests. */
const environmentOf = onceFor((options: RenderOptions) => readEnvironment(options));

/** Without operator mode nothing is said about Kafka unless somebody said something. */
function readEnvironment({
  operatorMode,
  operatorPreset,
  operatorEnv,
  target,
}: RenderOptions): OperatorEnvironment {
  const read = readOperatorEnv(operatorPreset as OperatorPreset, operatorEnv);
  const environment =
    operatorMode || !target ? read : { ...read, settings: settingsFor(read.settings, target) };
  const asked = operatorMode || KAFKA_VARIABLES.some((name) => operatorEnv[name]);
  return asked
    ? environment
    : { ...environment, settings: { ...environment.settings, kafka: undefined } };
}

function checkLocustTests(
  resources: readonly Neighbour[],
  { objects, topology, options }: Input,
): Finding[] {
  const { settings, ignored } = environmentOf(options);
  const start = checkStart(settings);
  const own = resources.flatMap(({ key, resource }) => {
    const test = presentVersion(resource, options);
    const { namespace } = test.metadata;
    const filesOf = (name: string) => {
      const found = objects.find(({ manifest }) =>
        isConfigMap(manifest, name, namespace, options.namespace),
      );
      return found && filesOfConfigMap(found.manifest);
    };
    const findings = [
      ...checkClaims(
        test,
        knownClaims(topology, namespace, () => false),
      ),
      ...checkLocustfiles(test, filesOf),
    ];
    return inOwnVersion(findings, resource).map((finding) => ({ ...finding, construct: key }));
  });
  return [
    ...start,
    ...checkVariables(options.operatorEnv, ignored),
    ...(options.operatorMode ? asWarnings(own) : own),
  ];
}
