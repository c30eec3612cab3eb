/** Objects that hold data, and are deleted and recreated, or replaced, by whoever applies them. */
import {
  annotationPath,
  argoHooksOf,
  FLUX_OPTIONS,
  fluxOptionAt,
  hasSyncOption,
  SYNC_OPTIONS,
} from './annotations';
import { dataByNamespace, isDatabase, losesClaims } from './data';
import { APPLICATIONS, KUSTOMIZATION, syncingOf, targetOf } from './engines';
import { ARGO_CD, FLUX_CD } from './sources';
import { defineRules, Finding, show, violation } from '../../findings';
import { EVERYTHING, Judge, JudgedObject, World } from '../../judge';
import { kindAndName } from '../../kube';
import { fieldsOf, textOf } from '../../object';

const RULES = defineRules('gitops', {
  replacedClaim: {
    error: 'Argo CD replaces a claim that does not name its volume.',
    why: 'A bound claim has the name of its volume; replacing it with a claim without one is rejected, at every sync after the first.',
    bad: 'argocd.argoproj.io/sync-options: Replace=true, on a claim',
    good: 'a claim without Replace=true',
    source: ARGO_CD,
  },
  replacedClaims: {
    warning:
      'An Application that replaces its objects contains a claim that does not name its volume.',
    why: 'A bound claim has the name of its volume; replacing it with a claim without one is rejected, at every sync after the first.',
    bad: 'spec: { syncPolicy: { syncOptions: [Replace=true] }, destination: { namespace: shop } }, and a claim in the namespace shop',
    good: 'argocd.argoproj.io/sync-options: Replace=true, on the objects that need it',
    source: ARGO_CD,
  },
  forcedVolume: {
    error: 'A persistent volume is deleted and recreated.',
    why: 'A bound volume is not deleted before its claim: it stays Terminating, and the sync never ends. A snapshot is deleted with its data.',
    bad: 'argocd.argoproj.io/sync-options: Force=true,Replace=true, on a PersistentVolume',
    good: 'no such options on the volume',
    source: `${ARGO_CD}; ${FLUX_CD}`,
  },
  forcedData: {
    error: 'Argo CD deletes and recreates an object that holds data.',
    why: 'Force=true,Replace=true deletes the object at every sync, changed or not, with its volumes and data, and creates an empty one.',
    bad: 'argocd.argoproj.io/sync-options: Force=true,Replace=true, on a claim',
    good: 'no such options on the claim',
    source: ARGO_CD,
  },
  forcedByFlux: {
    warning: 'Flux recreates an object that holds data.',
    why: 'A change that is rejected deletes the object with its volumes and data, and creates an empty one.',
    bad: 'kustomize.toolkit.fluxcd.io/force: enabled, on a claim',
    good: 'no such annotation on the claim',
    source: FLUX_CD,
  },
  forcedNamespace: {
    warning: 'Changes are forced in a namespace with claims or databases that are not exempt.',
    why: 'A change that is rejected deletes the claim or the database with the data, and creates an empty one.',
    bad: 'a Kustomization with force: true, and a claim in its target namespace',
    good: 'force: false, and kustomize.toolkit.fluxcd.io/force: enabled on the Jobs that need it',
    source: `${FLUX_CD}; ${ARGO_CD}; devantler-tech/platform#2159`,
  },
});

/** What holds data, and those that force changes on it. */
export const FORCING_JUDGES: readonly Judge[] = [
  {
    rules: () => [RULES],
    kinds: [EVERYTHING],
    needs: [SYNC_OPTIONS, FLUX_OPTIONS.force],
    check: checkObject,
  },
  { rules: () => [RULES], kinds: [KUSTOMIZATION], check: checkKustomization },
  { rules: () => [RULES], kinds: APPLICATIONS, check: checkApplication },
];

const REPLACE = 'Replace=true';
const FORCE = 'Force=true';
/** How many objects a message names. */
const MOST_NAMES = 3;

/** Volumes and snapshots, and what becomes of them when they are to be deleted. */
const VOLUMES: { readonly [kind: string]: string } = {
  '/PersistentVolume': 'once it is bound, it stays Terminating, and the sync never ends',
  'snapshot.storage.k8s.io/VolumeSnapshot': 'together with its data',
  'snapshot.storage.k8s.io/VolumeSnapshotContent': 'together with its data',
};

/** The object's own options. */
function checkObject(object: JudgedObject): Finding[] {
  if (Object.hasOwn(VOLUMES, object.kindKey)) return forcedVolume(object, VOLUMES[object.kindKey]);
  const isClaim = object.kindKey === '/PersistentVolumeClaim';
  const holdsData = isClaim || losesClaims(object);
  return [
    ...(holdsData || isDatabase(object) ? forcedByFlux(object) : []),
    ...(holdsData ? forcedByArgo(object, isClaim) : []),
  ];
}

function forcedVolume(object: JudgedObject, what: string): Finding[] {
  const byArgo = hasSyncOption(object, REPLACE) && hasSyncOption(object, FORCE);
  const byFlux = fluxOptionAt(object, 'force', 'enabled');
  return [
    ...(byArgo
      ? [
          violation(
            RULES.forcedVolume,
            annotationPath(SYNC_OPTIONS),
            `Argo CD deletes ${kindAndName(object)} at each sync (Force=true, Replace=true): ${what}`,
            `remove Force=true and Replace=true from ${SYNC_OPTIONS}`,
          ),
        ]
      : []),
    ...(byFlux === undefined
      ? []
      : [
          violation(
            RULES.forcedVolume,
            byFlux,
            `Flux deletes ${kindAndName(object)} if a change to it is rejected (force: enabled): ${what}`,
            'remove it',
          ),
        ]),
  ];
}

function forcedByArgo(object: JudgedObject, isClaim: boolean): Finding[] {
  if (!hasSyncOption(object, REPLACE)) return [];
  const path = annotationPath(SYNC_OPTIONS);
  if (hasSyncOption(object, FORCE)) {
    const what = isClaim
      ? 'with its volume and the data'
      : 'and its claims with the data (whenDeleted: Delete)';
    return [
      violation(
        RULES.forcedData,
        path,
        `Argo CD deletes ${kindAndName(object)} at each sync, ${what}, and recreates it (Force=true, Replace=true)`,
        `remove Force=true and Replace=true from ${SYNC_OPTIONS}`,
      ),
    ];
  }
  if (!isClaim || namesVolume(object)) return [];
  return [
    violation(
      RULES.replacedClaim,
      path,
      `Argo CD replaces the claim ${show(object.name)} (Replace=true), which does not name its volume: once it is bound, every sync is rejected`,
      `remove Replace=true from ${SYNC_OPTIONS}, or set volumeName on the claim`,
    ),
  ];
}

function forcedByFlux(object: JudgedObject): Finding[] {
  const path = fluxOptionAt(object, 'force', 'enabled');
  return path === undefined
    ? []
    : [
        violation(
          RULES.forcedByFlux,
          path,
          `Flux deletes ${kindAndName(object)} if a change to it is rejected, with the data, and recreates it (force: enabled)`,
          'remove it',
        ),
      ];
}

function checkKustomization(object: JudgedObject, world: World): Finding[] {
  const { force, suspend } = fieldsOf(object.manifest.spec);
  if (force !== true || suspend === true) return [];
  const namespace = targetOf(object);
  const data = world.once(dataForFlux).get(namespace) ?? [];
  if (data.length === 0) return [];
  return [
    violation(
      RULES.forcedNamespace,
      'spec.force',
      `a change that is rejected deletes ${names(data)} in the namespace ${show(namespace)}, with the data (force: true)`,
      'set force: false, and add the annotation kustomize.toolkit.fluxcd.io/force: enabled to the objects that need it',
    ),
  ];
}

function checkApplication(object: JudgedObject, world: World): Finding[] {
  const { namespace, options, path } = syncingOf(object);
  if (!options.includes(REPLACE)) return [];
  if (options.includes(FORCE)) {
    const data = world.once(dataForArgo).get(namespace) ?? [];
    if (data.length === 0) return [];
    return [
      violation(
        RULES.forcedNamespace,
        path,
        `each sync deletes changed objects among ${names(data)} in the namespace ${show(namespace)}, with the data (Force=true, Replace=true)`,
        `remove both, and add the annotation ${SYNC_OPTIONS}: Force=true,Replace=true to the objects that need it`,
      ),
    ];
  }
  const claims = world.once(claimsForArgo).get(namespace) ?? [];
  if (claims.length === 0) return [];
  return [
    violation(
      RULES.replacedClaims,
      path,
      `${names(claims)} in the namespace ${show(namespace)} would be replaced (Replace=true) without the name of the volume: once bound, every sync is rejected`,
      `remove it, and add the annotation ${SYNC_OPTIONS}: Replace=true to the objects that need it`,
    ),
  ];
}

function dataForFlux(world: World): ReadonlyMap<string, readonly JudgedObject[]> {
  return dataThat(world, (one) => !isExemptOfFlux(one));
}

function dataForArgo(world: World): ReadonlyMap<string, readonly JudgedObject[]> {
  return dataThat(world, (one) => !isExemptOfArgo(one));
}

function claimsForArgo(world: World): ReadonlyMap<string, readonly JudgedObject[]> {
  return dataThat(
    world,
    (one) => one.kindKey === '/PersistentVolumeClaim' && !namesVolume(one) && !isExemptOfArgo(one),
  );
}

/** The objects of each namespace; of none, where nobody says one. */
function dataThat(
  world: World,
  isMeant: (object: JudgedObject) => boolean,
): ReadonlyMap<string, readonly JudgedObject[]> {
  return new Map(
    [...world.once(dataByNamespace)]
      .filter(([namespace]) => namespace !== '')
      .map(([namespace, all]) => [namespace, all.filter(isMeant)]),
  );
}

function isExemptOfFlux(object: JudgedObject): boolean {
  return [
    fluxOptionAt(object, 'reconcile', 'disabled'),
    fluxOptionAt(object, 'ssa', 'ifnotpresent', 'ignore'),
  ].some((path) => path !== undefined);
}

/** No option of an object takes back what its Application says. */
function isExemptOfArgo(object: JudgedObject): boolean {
  return argoHooksOf(object).includes('Skip');
}

function namesVolume({ manifest }: JudgedObject): boolean {
  return textOf(fieldsOf(manifest.spec).volumeName) !== '';
}

function names(objects: readonly JudgedObject[]): string {
  const told = objects
    .slice(0, MOST_NAMES)
    .map(({ kind, name }) => `${kind}/${name}`)
    .join(', ');
  return objects.length > MOST_NAMES ? `${told} and ${objects.length - MOST_NAMES} more` : told;
}
