/** Pods with local disks: whether they start, and find their data. */
import { installationOf } from './installation';
import { LOCAL_RULES as RULES } from './rules';
import { hasLocalDisks, localClaimsOf } from './written';
import { Finding, Severity, show, violation } from '../../findings';
import { Judge, JudgedObject, World, WORKLOADS } from '../../judge';
import { fieldPath, isForOnePod, MAX_SUBDOMAIN_LENGTH, REQUIRED_TERMS } from '../../kube';
import { surgeOf } from '../../manifests/nodes/rollouts';
import { podMetadataOf } from '../../manifests/pods';
import { Fields, fieldsOf, isGiven, listOf, textOf, valuesOf } from '../../object';
import { HOSTNAME } from '../../placement/core';
import { ClaimUse, Labels, Topology, Workload } from '../../topology';
import { attributesOf, isSameNode, localVolumesOf } from '../hyperconverged/volumes';
import { ACCEPT_ANNOTATION, FAILOVER_MODE, LOCAL_DRIVER, NODE_KEY } from '../names';

/** Everything that makes pods. */
export const WORKLOAD_JUDGES: readonly Judge[] = [
  {
    rules: () => [RULES],
    kinds: [WORKLOADS],
    needs: [ACCEPT_ANNOTATION],
    check: misplacedFindings,
  },
  { rules: () => [RULES], kinds: [WORKLOADS], needs: ['csi'], check: inlineFindings },
  {
    rules: () => [RULES],
    kinds: [WORKLOADS],
    needs: ['nodeName'],
    when: (world) => world.once(hasLocalDisks),
    check: nodeNameFindings,
  },
  { rules: () => [RULES], kinds: [WORKLOADS], needs: ['ephemeral'], check: claimNameFindings },
  {
    rules: () => [RULES],
    kinds: [WORKLOADS],
    when: (world) => world.once(hasLocalDisks),
    check: (object, world) => [
      ...nodeFindings(object, world.topology),
      ...steeringFindings(object, world),
      ...sharedFindings(object.workload!, world),
    ],
  },
];

/** The annotation of claims at something that is none. */
function misplacedFindings(object: JudgedObject): Finding[] {
  const own = { path: 'metadata', annotations: object.annotations };
  const places = object.kindKey === '/Pod' ? [own] : [own, podMetadataOf(object)];
  return places.flatMap(({ path, annotations }) => {
    return !isGiven(annotations[ACCEPT_ANNOTATION])
      ? []
      : [
          violation(
            RULES.acceptMisplaced,
            `${path}.annotations[${show(ACCEPT_ANNOTATION)}]`,
            'the annotation has no effect here',
            'set it on the claim, or in the metadata of the volumeClaimTemplate',
          ),
        ];
  });
}

function inlineFindings({ workload, podPath }: JudgedObject): Finding[] {
  return listOf(workload!.podSpec.volumes).flatMap(({ name, csi }, index) =>
    fieldsOf(csi).driver !== LOCAL_DRIVER
      ? []
      : [
          violation(
            RULES.inlineVolume,
            `${podPath}.volumes[${index}].csi`,
            `the driver cannot mount the inline volume ${show(name)}`,
            'use ephemeral.volumeClaimTemplate, with a class of the driver',
          ),
        ],
  );
}

/** Volumes that wait for a scheduler who is never asked. */
function nodeNameFindings(object: JudgedObject, world: World): Finding[] {
  const { nodeName, claims, namespace } = object.workload!;
  if (nodeName === undefined) return [];
  const { topology } = world;
  const declared = claims.flatMap(({ origin, claimName }) =>
    origin === 'declared' && claimName !== undefined && !topology.volumeOf(namespace, claimName)
      ? [topology.classOf(namespace, claimName)?.storageClass]
      : [],
  );
  const waits = [
    ...declared,
    ...localClaimsOf(object, world).map(({ storageClass }) => storageClass),
  ].find(
    (one) => one?.provisioner === LOCAL_DRIVER && one.volumeBindingMode === 'WaitForFirstConsumer',
  );
  return waits === undefined
    ? []
    : [
        violation(
          RULES.nodeName,
          `${object.podPath}.nodeName`,
          `the class ${show(waits.name)} waits for the scheduler to choose a node, but nodeName ${show(nodeName)} bypasses it`,
          `set nodeSelector: { ${HOSTNAME}: ${nodeName} } instead`,
        ),
      ];
}

/**
 * Claims that outlive a pod, and nothing that leads the next one to their nodes. Ephemeral volumes
 * begin empty anyway.
 */
function steeringFindings(object: JudgedObject, world: World): Finding[] {
  const { steers } = world.once(installationOf);
  const { claims, nodeName, podLabels, podSpec } = object.workload!;
  if (!steers || claims.length === 0 || steers(podLabels)) return [];
  // Whoever chooses the nodes knows them.
  const isPlaced =
    nodeName !== undefined ||
    isGiven(podSpec.nodeSelector) ||
    isGiven(fieldsOf(fieldsOf(podSpec.affinity).nodeAffinity)[REQUIRED_TERMS]);
  if (
    isPlaced ||
    !claims.some((use) => use.origin !== 'ephemeral' && isLocalClaim(use, object, world))
  ) {
    return [];
  }
  const template = object.podPath!.replace(/\.?spec$/, '');
  return [
    violation(
      RULES.notSteered,
      fieldPath(template, 'metadata.labels'),
      'its local volumes stay on their nodes, and the policy does not steer its pods there',
      'call steer with the workload, or add the label of the policy to its pods',
    ),
  ];
}

function isLocalClaim(
  { claimName, template, templateMetadata }: ClaimUse,
  { workload }: JudgedObject,
  { topology }: World,
): boolean {
  if (template) {
    const annotations = fieldsOf(templateMetadata?.annotations) as Labels;
    return (
      topology.classFor({ spec: template, annotations }).storageClass?.provisioner === LOCAL_DRIVER
    );
  }
  return (
    claimName !== undefined &&
    topology.classOf(workload!.namespace, claimName)?.storageClass?.provisioner === LOCAL_DRIVER
  );
}

/** The claims that ephemeral volumes get, of whatever driver. */
function claimNameFindings({ workload, podPath }: JudgedObject, { topology }: World): Finding[] {
  const { claims, podSpec, namespace } = workload!;
  return claims.flatMap(({ origin, claimName, volume }) => {
    if (origin !== 'ephemeral' || claimName === undefined) return [];
    const path = `${podPath}.volumes[${listOf(podSpec.volumes).findIndex(({ name }) => name === volume)}].name`;
    if (claimName.length > MAX_SUBDOMAIN_LENGTH) {
      return [
        violation(
          RULES.ephemeralClaimName,
          path,
          `the claim of the ephemeral volume ${show(volume)} gets a name of ${claimName.length} characters`,
          `shorten it: the names of the pod and the volume may have ${MAX_SUBDOMAIN_LENGTH - 1} together`,
        ),
      ];
    }
    const [first] = topology
      .consumersOf(namespace, claimName)
      .filter(({ use }) => use.origin === 'ephemeral');
    return first === undefined || first.workload === workload
      ? []
      : [
          violation(
            RULES.ephemeralClaimName,
            path,
            `the ephemeral volume ${show(volume)} gets the claim ${show(claimName)}, and so does ${show(first.use.volume)} of the pod ${show(first.podName ?? first.workload.name)}`,
            'rename one of the volumes',
          ),
        ];
  });
}

/** Durable volumes that no node has together, or volumes whose node the pod excludes. */
function nodeFindings({ workload, podPath }: JudgedObject, topology: Topology): Finding[] {
  const known = localVolumesOf(workload!, topology).flatMap(({ node, ...one }) =>
    node === undefined ? [] : [{ ...one, node }],
  );
  const durable = known.filter(({ isDurable }) => isDurable);
  if (durable.some(({ node }) => !isSameNode(node, durable[0].node))) {
    const where = durable
      .map(({ claimName, node }) => `${show(claimName)} on ${node}`)
      .join(' and ');
    return [
      violation(
        RULES.durableNodes,
        `${podPath}.volumes`,
        `no node has all of the durable volumes: ${where}`,
        'mount them in separate pods',
      ),
    ];
  }
  for (const { node, isDurable, claimName, volume } of [...durable, ...known]) {
    const path = excludedAt(workload!.podSpec, node);
    // Where the volume itself says where it is, the scheduler does not let the pod go anywhere
    // else.
    if (
      path === undefined ||
      (!isDurable && isGiven(fieldsOf(volume.manifest.spec).nodeAffinity))
    ) {
      continue;
    }
    return [excludedFinding(isDurable, `${podPath}.${path}`, node, claimName)];
  }
  return [];
}

function excludedFinding(
  isDurable: boolean,
  path: string,
  node: string,
  claimName: string,
): Finding {
  if (isDurable) {
    return violation(
      RULES.nodeExcluded,
      path,
      `the pod must not run on ${node}, which has the durable volume of ${show(claimName)}`,
      'remove it, or name that node',
    );
  }
  const finding = violation(
    RULES.nodeExcluded,
    path,
    `the pod must not run on ${node}, which has the volume of ${show(claimName)}: it gets an empty one elsewhere, and ${node} removes the data`,
    'remove it, or name that node',
  );
  return { ...finding, severity: Severity.WARNING };
}

/** What keeps a pod from a node, as far as the name of the node tells. */
function excludedAt({ nodeSelector, affinity }: Fields, node: string): string | undefined {
  const key = [HOSTNAME, NODE_KEY].find(
    (one) =>
      isGiven(fieldsOf(nodeSelector)[one]) &&
      !isSameNode(textOf(fieldsOf(nodeSelector)[one]), node),
  );
  if (key !== undefined) return `nodeSelector[${show(key)}]`;
  const terms = listOf(
    fieldsOf(fieldsOf(fieldsOf(affinity).nodeAffinity)[REQUIRED_TERMS]).nodeSelectorTerms,
  );
  return terms.length > 0 && terms.every((term) => excludes(term, node))
    ? `affinity.nodeAffinity.${REQUIRED_TERMS}`
    : undefined;
}

function excludes({ matchExpressions, matchFields }: Fields, node: string): boolean {
  const ofNames = [
    ...listOf(matchExpressions).filter(({ key }) => key === HOSTNAME || key === NODE_KEY),
    ...listOf(matchFields).filter(({ key }) => key === 'metadata.name'),
  ];
  return ofNames.some(({ operator, values }) => {
    const names = valuesOf(values).some((value) => isSameNode(textOf(value), node));
    return (operator === 'In' && !names) || (operator === 'NotIn' && names);
  });
}

/**
 * Pods of which a second one can come to another node: an error where volumes are known to have no
 * node affinity.
 */
function sharedFindings(workload: Workload, world: World): Finding[] {
  const { topology } = world;
  const { isHyperconverged } = world.once(installationOf);
  const { claims, namespace, replicas = 2 } = workload;
  if (isHyperconverged === false) return [];
  return claims.flatMap(({ origin, claimName, volume, isReadOnly }) => {
    if (
      origin !== 'declared' ||
      claimName === undefined ||
      !mayFailOver(topology, namespace, claimName)
    ) {
      return [];
    }
    if (isForOnePod(topology.accessModesOf(namespace, claimName))) return [];
    const others = topology
      .consumersOf(namespace, claimName)
      .filter((one) => one.workload !== workload && one.workload.replicas !== 0);
    const who =
      replicas > 1
        ? 'several pods of the workload mount'
        : others.length > 0
          ? `${show(others[0].workload.name)} mounts, too,`
          : workload.kind === 'Deployment' && surgeOf(workload.manifest, replicas) > 0
            ? 'a rollout starts a second pod that mounts'
            : undefined;
    if (who === undefined || replicas === 0) return [];
    const index = listOf(workload.podSpec.volumes).findIndex(({ name }) => name === volume);
    const finding = violation(
      RULES.sharedClaim,
      `${workload.podPath}.volumes[${index}]`,
      `${who} the claim ${show(claimName)}, whose volume is recreated, empty, wherever a pod of it starts${isReadOnly ? ', even if it only reads' : ''}`,
      `use volumeClaimTemplates of a StatefulSet, one pod${workload.kind === 'Deployment' ? ' with strategy: { type: Recreate }' : ''}, or failover mode durability`,
    );
    return [isHyperconverged ? { ...finding, severity: Severity.ERROR } : finding];
  });
}

/**
 * Whether the volume of a claim is one that is recreated elsewhere: the driver's, not durable, and
 * without node affinity.
 */
function mayFailOver(
  topology: Topology,
  namespace: string | undefined,
  claimName: string,
): boolean {
  if (topology.driverOf(namespace, claimName) !== LOCAL_DRIVER) return false;
  const volume = topology.volumeOf(namespace, claimName);
  if (volume) {
    return (
      !isGiven(fieldsOf(volume.manifest.spec).nodeAffinity) &&
      attributesOf(volume.manifest)[FAILOVER_MODE] !== 'durability'
    );
  }
  return (
    fieldsOf(topology.classOf(namespace, claimName)?.storageClass?.manifest.parameters)[
      FAILOVER_MODE
    ] !== 'durability'
  );
}
