/**
 * The rules on objects at synthesis: over a whole tree, or over what is tied to the volumes of this
 * library's constructs.
 */
import { Construct } from 'constructs';
import { TargetFacts } from '../facts';
import { Finding } from '../findings';
import { Judge, JudgedObject, judge, readWorld, tiedTo } from '../judge';
import { addTo, below } from '../kube';
import { besideManifests, ReadOut } from '../read-out';
import { TopologySource } from '../topology';
import { registerVolumes } from './lost-volumes';
import { Registered, registerForSynth, SynthCheck, TreeObject } from './synth-checks';
import { targetAt } from './target';
import { registeredKinds } from './topology';

/**
 * Who asks: a construct for all that is below it, be it by some rules only, or for what its volumes
 * are tied to.
 */
type Asking = 'all' | 'tied' | 'none' | readonly Judge[] | Beside | `${typeof WITHOUT}${string}`;

/** What lives in the cluster that a construct is for. */
interface Beside {
  readonly cluster: ReadOut;
}

/** Before the ID of a rule that somebody does without. */
const WITHOUT = 'without ';

let judgesOf: () => readonly Judge[] = () => [];

/** Says what the rules are: they stand above this floor, with the systems that they are of. */
export function provideJudges(judges: () => readonly Judge[]): void {
  judgesOf = judges;
}

const JUDGES: SynthCheck<Asking> = {
  id: 'tree/judges',
  isLast: true,
  check: (registered, tree) => {
    const { root } = tree;
    const judges = judgesOf();
    if (judges.length === 0) return [];
    const sources = tree.objects.map(sourceOf);
    const { isAsked, isOwn, isExempt, bySome, clusters } = askedBy(registered);
    // The innermost construct that says one.
    clusters.sort((a, b) => b.construct.length - a.construct.length);
    const clusterAt = (key: string) => clusters.find(({ isBelow }) => isBelow(key))?.cluster;
    // Each object is judged for the target and the cluster that it is made for, among all others.
    const places = new Map<TargetFacts, Set<ReadOut | undefined>>();
    for (const { key } of sources) {
      const target = targetAt(root, key);
      places.set(target, (places.get(target) ?? new Set()).add(clusterAt(key)));
    }
    return [...places]
      .flatMap(([target, some]) => [...some].map((cluster) => ({ target, cluster })))
      .flatMap(({ target, cluster }, _index, { length }) => {
        const world = readWorld(
          cluster ? [...sources, ...beside(cluster, sources)] : sources,
          target,
          {
            workloadKinds: registeredKinds(root),
            cluster,
          },
        );
        const isMeant = ({ key }: JudgedObject) =>
          key !== BESIDE &&
          !isExempt(key) &&
          (length === 1 || (targetAt(root, key) === target && clusterAt(key) === cluster));
        const judged = world.objects.filter((object) => isAsked(object.key) && isMeant(object));
        const asked = new Set(judged);
        const tied = tiedTo(world, ({ key }) => isOwn(key)).filter(
          (object) => !asked.has(object) && isMeant(object),
        );
        // What all rules were asked about already, those of some say nothing new of.
        const known = new Set([...judged, ...tied]);
        const others = world.objects.filter(
          (object) => bySome.length > 0 && !known.has(object) && isMeant(object),
        );
        return [
          ...judge(world, judges, judged),
          ...judge(world, judges.map(ofTied), tied),
          ...bySome.flatMap(({ isBelow, some }) =>
            judge(
              world,
              some,
              others.filter(({ key }) => isBelow(key)),
            ),
          ),
        ];
      })
      .filter(isWanted(registered));
  },
};

/** What the constructs asked for, as questions about the objects below them. */
function askedBy(registered: readonly Registered<Asking>[]) {
  const paths: { readonly [asking in 'all' | 'tied' | 'none']: string[] } = {
    all: [],
    tied: [],
    none: [],
  };
  const bySome: { readonly isBelow: (key: string) => boolean; readonly some: readonly Judge[] }[] =
    [];
  const clusters: {
    readonly construct: string;
    readonly cluster: ReadOut;
    readonly isBelow: (key: string) => boolean;
  }[] = [];
  for (const { construct, value } of registered) {
    if (isJudges(value)) {
      bySome.push({ isBelow: below([construct]), some: value });
    } else if (isBeside(value)) {
      clusters.push({ construct, cluster: value.cluster, isBelow: below([construct]) });
    } else if (value === 'all' || value === 'tied' || value === 'none') {
      paths[value].push(construct);
    }
  }
  const [isAsked, isOwn, isExempt] = [below(paths.all), below(paths.tied), below(paths.none)];
  return { isAsked, isOwn, isExempt, bySome, clusters };
}

/** Has all objects below a construct judged at synthesis, for that cluster if one is given. */
export function judgeAll(scope: Construct, cluster?: ReadOut): void {
  registerForSynth(scope, JUDGES, 'all');
  if (cluster) registerForSynth(scope, JUDGES, { cluster });
}

/** The key of what lives beside the objects of an app: nothing is said of it. */
const BESIDE = '(cluster)';

function beside(cluster: ReadOut, sources: readonly TopologySource[]): TopologySource[] {
  const manifests = sources.map(({ manifest }) => manifest);
  return besideManifests(cluster, manifests, undefined).map(({ manifest }) => ({
    key: BESIDE,
    manifest,
  }));
}

function isJudges(value: Asking): value is readonly Judge[] {
  return Array.isArray(value);
}

function isBeside(value: Asking): value is Beside {
  return typeof value === 'object' && 'cluster' in value;
}

/**
 * Has all objects below a construct judged by some rules at synthesis; none of them says what the
 * API server would say.
 */
export function judgeBy(scope: Construct, judges: readonly Judge[]): void {
  registerForSynth(scope, JUDGES, judges);
}

/** Has what a construct's volumes are tied to judged at synthesis. */
export function judgeTied(scope: Construct): void {
  registerVolumes(scope);
  registerForSynth(scope, JUDGES, 'tied');
}

/**
 * Has nothing below a construct judged: what it writes is what an operator would write, whatever
 * that is.
 */
export function exemptFromJudges(scope: Construct): void {
  registerForSynth(scope, JUDGES, 'none');
}

/** Leaves a rule out for what is below a construct: it was told there what the rule cannot see. */
export function judgeWithout(scope: Construct, rule: string): void {
  registerForSynth(scope, JUDGES, `${WITHOUT}${rule}`);
}

function isWanted(registered: readonly Registered<Asking>[]): (finding: Finding) => boolean {
  const without = new Map<string, string[]>();
  for (const { construct, value } of registered) {
    if (typeof value === 'string' && value.startsWith(WITHOUT)) {
      addTo(without, value.slice(WITHOUT.length), construct);
    }
  }
  const isBelow = new Map([...without].map(([rule, paths]) => [rule, below(paths)]));
  return ({ rule, construct = '' }) => isBelow.get(rule)?.(construct) !== true;
}

/** A rule as it speaks of what nobody has asked about. */
function ofTied(one: Judge): Judge {
  return one.checkTied ? { ...one, check: one.checkTied } : one;
}

function sourceOf({ key, manifest, isAsBuilt }: TreeObject): TopologySource {
  return { key, manifest, isAsBuilt };
}
