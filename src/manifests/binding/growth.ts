/** Growth of claims that their class does not allow, or the driver of the class cannot do. */
import { defineRules, Finding, show, violation } from '../../findings';
import { CLAIMS, Judge, World } from '../../judge';
import { parseQuantity } from '../../kube';
import { fieldOf, fieldsOf, textOf } from '../../object';
import { classOfWritten, fieldOfClaim, sizeIn, WrittenClaim, ofEachClaim } from '../written-claims';

const RULES = defineRules('binding', {
  growth: {
    warning: 'A claim is to grow automatically, but its class does not allow volume expansion.',
    why: 'The API server refuses a larger request: the volume stays as it is until it is full.',
    bad: 'resize.topolvm.io/storage_limit: 200Gi, and a class without allowVolumeExpansion',
    good: 'allowVolumeExpansion: true, in the class',
    source: 'Kubernetes, PersistentVolumeClaimResize admission; topolvm/pvc-autoresizer',
  },
  driverGrowth: {
    warning: 'A class allows volume expansion, but its driver cannot expand volumes.',
    why: 'The API server takes a larger request, and nothing expands the volume: the claim keeps its capacity.',
    bad: 'allowVolumeExpansion: true, in a class of a driver with canExpand: false',
    good: 'the class without allowVolumeExpansion',
    source:
      'Kubernetes, expand controller (ExternalExpanding); capabilities of the controller of each driver',
  },
});

/**
 * The annotation of pvc-autoresizer without which it leaves a claim alone, unless the claim has a
 * limit.
 */
const LIMIT = 'resize.topolvm.io/storage_limit';
/** What else it is told by annotations of the claim. */
const OTHERS = [
  'resize.topolvm.io/threshold',
  'resize.topolvm.io/inodes-threshold',
  'resize.topolvm.io/increase',
];

/** Claims, templates and ephemeral volumes with annotations of pvc-autoresizer. */
export const GROWTH_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [CLAIMS],
  needs: [LIMIT, ...OTHERS],
  check: (object, world) => ofEachClaim(object, (claim) => growthFindings(claim, world)),
};

/** Classes that promise what their drivers cannot do. */
export const EXPANSION_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: ['storage.k8s.io/StorageClass'],
  needs: ['allowVolumeExpansion'],
  check: ({ manifest }, world) => {
    const provisioner = textOf(manifest.provisioner);
    const isPromise = manifest.allowVolumeExpansion === true;
    return isPromise && world.driver(provisioner)?.canExpand === false
      ? [
          violation(
            RULES.driverGrowth,
            'allowVolumeExpansion',
            `${show(provisioner)} cannot expand volumes: a claim that requests more keeps its capacity`,
            'remove allowVolumeExpansion',
          ),
        ]
      : [];
  },
};

function growthFindings(claim: WrittenClaim, world: World): Finding[] {
  const annotation = growingBy(claim);
  const { name } = classOfWritten(claim, world);
  if (annotation === undefined || name === undefined) return [];
  const field = fieldOfClaim(claim, `metadata.annotations[${show(annotation)}]`);
  const told = `${claim.title} should grow automatically (${annotation}), but`;
  if (name === '') {
    return [
      violation(
        RULES.growth,
        field,
        `${told} it has no class, and the API server allows expansion only for claims with a class`,
        'remove the annotations, or use a class whose volumes can be expanded',
      ),
    ];
  }
  const classes = world.find('storage.k8s.io/StorageClass', undefined, name);
  // Of a class that appears twice, one may be the one that counts.
  if (
    classes.length === 0 ||
    classes.some(({ manifest }) => manifest.allowVolumeExpansion === true)
  ) {
    return [];
  }
  return [
    violation(
      RULES.growth,
      field,
      `${told} its class ${show(name)} does not allow volume expansion, so the API server rejects it`,
      `set allowVolumeExpansion: true on the class ${show(name)}, if its driver supports it, or remove the annotations`,
    ),
  ];
}

/** The annotation by which the claim is to grow, if it is to. */
function growingBy({ metadata, spec }: WrittenClaim): string | undefined {
  const limit = fieldOf(metadata.annotations, LIMIT);
  if (limit !== undefined) return parseQuantity(textOf(limit))?.nano === 0n ? undefined : LIMIT;
  return (
    sizeIn(fieldsOf(spec.resources).limits) &&
    OTHERS.find((name) => fieldOf(metadata.annotations, name) !== undefined)
  );
}
