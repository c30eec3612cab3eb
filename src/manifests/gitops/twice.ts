/** Objects that appear twice, and differ in what the API server does not let anybody change. */
import { classOf } from './data';
import { CLAIM_DEFAULTS, Defaults, differentFields, settledClaim } from './differences';
import { API_SERVER } from './sources';
import { defineRules, Finding, Severity, show, violationBy } from '../../findings';
import { Judge, JudgedObject, World } from '../../judge';
import { compareQuantities, Fields, fieldsOf, kindAndName } from '../../kube';
import { sinceOf } from '../../model';
import { givenFields, isGiven, isQuantityLike, readQuantity, listOf } from '../../object';
import { BESIDE_THE_SOURCE } from '../../storage/core';

const RULES = defineRules('gitops', {
  templatesTwice: {
    error: 'A StatefulSet appears twice with different claim templates.',
    why: 'The second one applied is rejected: updates to claim templates are forbidden.',
    bad: 'base/nats.yaml with a claim template of 10Gi, and overlays/production/nats.yaml with one of 50Gi',
    good: 'the StatefulSet once',
    source: API_SERVER,
  },
  claimTwice: {
    isEither: true,
    error: 'A claim appears twice with different specs.',
    why: 'The second one applied is rejected: the spec of a claim cannot be changed, except that its size can grow.',
    bad: 'a claim of the class gp3 in one file, and of the class io2 in another',
    good: 'the claim once',
    source: API_SERVER,
  },
  immutableTwice: {
    error: 'A class, volume or CSIDriver appears twice with different immutable fields.',
    why: 'They are cluster-scoped, and the second one applied is rejected.',
    bad: 'two charts that bring the class fast, one with type: io2 and one with type: gp3',
    good: 'the class once, or under two names',
    source: API_SERVER,
  },
});

const ONCE = 'keep one of them, or use different names';
const OF_CLASS = ['provisioner', 'parameters', 'reclaimPolicy', 'volumeBindingMode'];

const NONE: readonly Finding[] = [];

/** Findings on an object whose name another one has before it. */
type Compare = (object: JudgedObject, before: JudgedObject, world: World) => Finding[];

/**
 * Claims, StatefulSets, and what is for the whole cluster: each is compared with the first of its
 * name.
 */
export const TWICE_JUDGES: readonly Judge[] = [
  twice('/PersistentVolumeClaim', claims),
  twice('apps/StatefulSet', statefulSets),
  twice(
    'storage.k8s.io/StorageClass',
    fieldsThat(OF_CLASS, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }),
  ),
  twice('storage.k8s.io/VolumeAttributesClass', fieldsThat(['driverName', 'parameters'])),
  twice('storage.k8s.io/CSIDriver', drivers),
  twice('/PersistentVolume', volumes),
];

function twice(kind: string, compare: Compare): Judge {
  return {
    rules: () => [RULES],
    kinds: [kind],
    check: (object, world) => {
      const before = world.find(object.kindKey, object.namespace, object.name)[0];
      return object.name === '' || before === object ? NONE : compare(object, before, world);
    },
  };
}

function claims(object: JudgedObject, before: JudgedObject, world: World): Finding[] {
  const [one, other] = [before, object].map(({ manifest }) => settledClaim(manifest.spec));
  const fields = differentFields(one, other, CLAIM_DEFAULTS);
  if (fields.length === 0) return [];
  const size = fields.length === 1 && fields[0] === 'resources' ? sizes(before, object) : undefined;
  if (!size) {
    const [field] = fields;
    const changes =
      fields.length === 1 && field !== 'resources'
        ? `with ${field} ${inWords(one[field])} and ${inWords(other[field])}`
        : `and the two differ in ${fields.join(', ')}`;
    const finding = violationBy(
      kindAndName(object),
      RULES.claimTwice,
      fields.length === 1 ? `spec.${fields[0]}` : 'spec',
      `appears twice, ${changes}: the spec of a claim cannot be changed, so the second one applied is rejected`,
      ONCE,
    );
    // A bound claim takes another class of attributes, but not none.
    const canChange =
      fields.length === 1 && field === 'volumeAttributesClassName' && one[field] && other[field];
    return [canChange ? { ...finding, severity: Severity.WARNING } : finding];
  }
  return [sizeFinding(object, size, world)];
}

/** Claims of two sizes: what grows may, and nothing shrinks. */
function sizeFinding(object: JudgedObject, { texts, isLarger }: Sizes, world: World): Finding {
  const { topology } = world;
  const { storageClass } = classOf(object, topology);
  const canGrow =
    storageClass?.manifest.allowVolumeExpansion === true &&
    !topology.volumeOf(object.namespace, object.name);
  const why =
    !storageClass || canGrow
      ? 'a claim does not shrink'
      : `the class ${show(storageClass.name)} does not let volumes grow (allowVolumeExpansion)`;
  const finding = violationBy(
    kindAndName(object),
    RULES.claimTwice,
    'spec.resources.requests.storage',
    `appears twice, with the sizes ${texts.join(' and ')}: ${why}, so one of them is refused`,
    ONCE,
  );
  return canGrow && isLarger ? { ...finding, severity: Severity.WARNING } : finding;
}

interface Sizes {
  readonly texts: readonly string[];
  readonly isLarger: boolean;
}

/** The sizes of two claims, if these are all that differs. */
function sizes(before: JudgedObject, object: JudgedObject): Sizes | undefined {
  const all = [before, object].map(({ manifest }) => fieldsOf(fieldsOf(manifest.spec).resources));
  const [one, other] = all
    .map(({ requests }) => fieldsOf(requests).storage)
    .map((size) =>
      isQuantityLike(size) ? { text: String(size), size: readQuantity(size) } : undefined,
    );
  if (!one?.size || !other?.size || compareQuantities(one.size, other.size) === 0) return undefined;
  const [own, others] = all.map(({ requests, ...rest }) =>
    settledClaim({ resources: { ...rest, requests: { ...fieldsOf(requests), storage: '0' } } }),
  );
  if (differentFields(own, others).length > 0) return undefined;
  return { texts: [one.text, other.text], isLarger: compareQuantities(one.size, other.size) < 0 };
}

function statefulSets(object: JudgedObject, before: JudgedObject): Finding[] {
  const [one, other] = [before, object].map(({ manifest }) => templatesOf(manifest));
  const names = differentFields(one, other);
  if (names.length === 0) return [];
  return [
    violationBy(
      kindAndName(object),
      RULES.templatesTwice,
      'spec.volumeClaimTemplates',
      `appears twice, with different claim templates (${names.join(', ')}): ` +
        'they cannot be changed, so the second one applied is rejected',
      ONCE,
    ),
  ];
}

/**
 * The claim templates by their names, without what the API server fills in. The order counts, too.
 */
function templatesOf({ spec }: Fields): Fields {
  return Object.fromEntries(
    listOf(fieldsOf(spec).volumeClaimTemplates).map(({ metadata, spec: given }, index) => {
      const { name, labels, annotations } = fieldsOf(metadata);
      return [
        typeof name === 'string' ? name : `#${index}`,
        {
          index,
          labels,
          annotations,
          spec: { ...CLAIM_DEFAULTS, ...givenFields(settledClaim(given)) },
        },
      ];
    }),
  );
}

/** Fields of the object itself that cannot be changed. */
function fieldsThat(names: readonly string[], defaults?: Defaults): Compare {
  return (object, before) => changed(object, before.manifest, object.manifest, names, '', defaults);
}

function drivers(
  object: JudgedObject,
  before: JudgedObject,
  { target: { minor } }: World,
): Finding[] {
  const names = [
    'attachRequired',
    'volumeLifecycleModes',
    ...(minor !== undefined && minor < sinceOf('mutableFieldsOfDrivers')
      ? ['fsGroupPolicy', 'podInfoOnMount']
      : []),
  ];
  const [one, other] = [before, object].map(({ manifest }) => ({ ...fieldsOf(manifest.spec) }));
  // That a driver attaches is what counts where nothing is said.
  const words = [one, other].map((spec) => ({
    ...spec,
    attachRequired: spec.attachRequired === false ? 'false' : 'true',
  }));
  return changed(object, words[0], words[1], names, 'spec.', {
    volumeLifecycleModes: ['Persistent'],
    fsGroupPolicy: 'ReadWriteOnceWithFSType',
  });
}

function volumes(object: JudgedObject, before: JudgedObject): Finding[] {
  const [one, other] = [before, object].map(({ manifest }) => fieldsOf(manifest.spec));
  const sources = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => !BESIDE_THE_SOURCE.includes(name),
  );
  // What was not there may be set.
  const affinity = isGiven(one.nodeAffinity) ? ['nodeAffinity'] : [];
  return changed(object, one, other, [...sources, 'volumeMode', ...affinity], 'spec.', {
    volumeMode: 'Filesystem',
  });
}

function changed(
  object: JudgedObject,
  one: Fields,
  other: Fields,
  names: readonly string[],
  within: string,
  defaults?: Defaults,
): Finding[] {
  const fields = differentFields(one, other, defaults).filter((name) => names.includes(name));
  if (fields.length === 0) return [];
  const [first] = fields;
  const path = fields.length === 1 ? `${within}${first}` : within.replace(/\.$/, '') || first;
  return [
    violationBy(
      kindAndName(object),
      RULES.immutableTwice,
      path,
      `appears twice, and the two differ in ${fields.join(', ')}, ` +
        'which cannot be changed: the second one applied is rejected',
      ONCE,
    ),
  ];
}

function inWords(value: unknown): string {
  return isGiven(value) ? show(value) : 'none';
}
