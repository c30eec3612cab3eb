/** Clones and restores that are smaller than the claim that they are made of. */
import { defineRules, Finding, show, violation } from '../../findings';
import { CLAIMS, Judge, World } from '../../judge';
import { compareQuantities } from '../../kube';
import { Fields, fieldsOf, isGiven, textOf } from '../../object';
import { fieldOfClaim, requestOf, WrittenClaim, ofEachClaim, WrittenSize } from '../written-claims';

const RULES = defineRules('binding', {
  smallerThanSource: {
    error: 'A clone or a restored volume is smaller than its source.',
    why: 'The provisioner refuses it: the claim stays Pending.',
    bad: 'storage: 100G, of a snapshot of a claim of 100Gi',
    good: 'storage: 100Gi',
    source:
      'kubernetes-csi/external-provisioner v6.3.0, controller.go; kubernetes-csi/external-provisioner#727',
  },
});

const SNAPSHOTS = 'snapshot.storage.k8s.io';

interface Origin {
  readonly claimName: string;
  /** How a message calls it. */
  readonly what: string;
}

/** Claims, templates and ephemeral volumes that are made of something. */
export const SOURCE_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [CLAIMS],
  needs: ['dataSource', 'dataSourceRef'],
  check: (object, world) => ofEachClaim(object, (claim) => sourceFindings(claim, world)),
};

function sourceFindings(claim: WrittenClaim, world: World): Finding[] {
  const { dataSource, dataSourceRef, volumeName } = claim.spec;
  const request = requestOf(claim.spec);
  // A claim that names its volume gets that one, and nothing is made of a source.
  if (!request || textOf(volumeName) !== '') return [];
  const source = fieldsOf(isGiven(dataSourceRef) ? dataSourceRef : dataSource);
  const namespace = textOf(source.namespace) || claim.namespace;
  const origin = originOf(source, namespace, world);
  const size = origin && smallestOf(origin.claimName, namespace, world);
  if (!origin || !size || compareQuantities(request.size, size.size) >= 0) return [];
  return [
    violation(
      RULES.smallerThanSource,
      fieldOfClaim(claim, 'spec.resources.requests.storage'),
      `${claim.title} requests ${request.text}, less than the ${size.text} of ${origin.what}: nothing is provisioned for it, and it stays Pending`,
      `request at least ${size.text}`,
    ),
  ];
}

/** The claim whose content it is, if the objects show it. */
function originOf(
  { apiGroup, kind, name }: Fields,
  namespace: string | undefined,
  world: World,
): Origin | undefined {
  const named = textOf(name);
  if (kind === 'PersistentVolumeClaim' && textOf(apiGroup) === '') {
    return { claimName: named, what: `the claim ${show(named)}, which it is a clone of` };
  }
  if (kind !== 'VolumeSnapshot' || apiGroup !== SNAPSHOTS) return undefined;
  const [snapshot] = world.find(`${SNAPSHOTS}/VolumeSnapshot`, namespace, named);
  const claimName = textOf(
    fieldsOf(fieldsOf(snapshot?.manifest.spec).source).persistentVolumeClaimName,
  );
  return claimName === ''
    ? undefined
    : { claimName, what: `the claim ${show(claimName)}, of which ${show(named)} is a snapshot` };
}

/** The size of a claim; of one that appears twice, the smaller one. */
function smallestOf(
  claimName: string,
  namespace: string | undefined,
  world: World,
): WrittenSize | undefined {
  const declared = world
    .find('/PersistentVolumeClaim', namespace, claimName)
    .map(({ manifest }) => fieldsOf(manifest.spec));
  const made = world.topology.claim(namespace, claimName)?.spec;
  const sizes = (declared.length > 0 ? declared : made ? [made] : []).flatMap(
    (spec) => requestOf(spec) ?? [],
  );
  return sizes.reduce<WrittenSize | undefined>(
    (least, one) => (least && compareQuantities(least.size, one.size) <= 0 ? least : one),
    undefined,
  );
}
