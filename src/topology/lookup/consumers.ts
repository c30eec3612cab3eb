/**
 * Consumers of claims: found by the names that workloads write, and by those that follow from their
 * pods' names.
 */
import { ByName } from './by-name';
import { OrdinalSplit, splitInner, splitLast } from './ordinals';
import { append, groupedBy } from '../../kube';
import { ClaimUse, Consumer, Workload } from '../model';
import { ReadWorkload } from '../read-workload';

const NOBODY: readonly Consumer[] = Object.freeze([]);

/**
 * The consumers of claims, by the claims' names. The claims of a StatefulSet's pods are never
 * counted out.
 */
export class Consumers {
  /** Of names that are written, or are those of pods: without ordinals. */
  private readonly named = new ByName<Consumer[]>();
  /** The ephemeral claims among them. */
  private readonly ofPods = new ByName<Consumer>();
  /** Of claim templates, by the name without its ordinal. */
  private readonly ofTemplates = new ByName<Consumer[]>();
  /** Of ephemeral volumes of StatefulSets, by the names of the set and the volume. */
  private readonly ofSets = new ByName<Consumer[]>();
  private readonly positions = new Map<Workload, number>();
  private readonly asked = new ByName<readonly Consumer[]>();

  constructor(workloads: readonly ReadWorkload[]) {
    workloads.forEach((one, position) => {
      this.positions.set(one.workload, position);
      for (const use of one.workload.claims) this.add(one, use);
    });
  }

  /** Those who have the claim, each once, in the order of the objects. */
  public of(namespace: string | undefined, claimName: string): readonly Consumer[] {
    return this.asked.getOrMake(namespace, claimName, () => {
      const named = this.named.get(namespace, claimName) ?? NOBODY;
      const counted = this.byOrdinal(namespace, claimName);
      return eachOnce(
        counted.length === 0
          ? named
          : [...named, ...counted].sort((a, b) => this.position(a) - this.position(b)),
      );
    });
  }

  /** The first one whose pods make the claim, of a template or for an ephemeral volume. */
  public makerOf(namespace: string | undefined, claimName: string): Consumer | undefined {
    const ofPod = this.ofPods.get(namespace, claimName);
    return [...(ofPod ? [ofPod] : []), ...this.byOrdinal(namespace, claimName)].reduce<
      Consumer | undefined
    >(
      (first, one) => (first && this.position(first) <= this.position(one) ? first : one),
      undefined,
    );
  }

  private add({ workload, naming }: ReadWorkload, use: ClaimUse): void {
    const { namespace, name } = workload;
    const { origin, volume, claimName } = use;
    if (origin === 'declared') {
      const consumer = { workload, use };
      const others = this.named.get(namespace, claimName!);
      if (others) others.push(consumer);
      else this.named.add(namespace, claimName!, [consumer]);
    } else if (naming === 'own' && claimName !== undefined) {
      const consumer = { workload, use, podName: name };
      this.named.getOrMake(namespace, claimName, () => []).push(consumer);
      this.ofPods.add(namespace, claimName, consumer);
    } else if (naming === 'ordinal' && name !== '' && volume !== '') {
      const list =
        origin === 'template'
          ? this.ofTemplates.getOrMake(namespace, `${volume}-${name}`, () => [])
          : this.ofSets.getOrMake(namespace, setKey(name, volume), () => []);
      list.push({ workload, use });
    }
  }

  private byOrdinal(namespace: string | undefined, claimName: string): readonly Consumer[] {
    if (!this.ofTemplates.has(namespace) && !this.ofSets.has(namespace)) return NOBODY;
    const last = this.ofTemplates.has(namespace) ? splitLast(claimName) : undefined;
    const found = last ? withOrdinal(this.ofTemplates.get(namespace, last.before), last) : [];
    for (const split of this.ofSets.has(namespace) ? splitInner(claimName) : []) {
      append(
        found,
        withOrdinal(this.ofSets.get(namespace, setKey(split.before, split.after)), split),
      );
    }
    return found;
  }

  private position({ workload }: Consumer): number {
    return this.positions.get(workload)!;
  }
}

/** The sets that have a pod of that ordinal. */
function withOrdinal(
  candidates: readonly Consumer[] | undefined,
  { ordinal }: OrdinalSplit,
): Consumer[] {
  return (candidates ?? NOBODY)
    .filter(
      ({ workload: { firstOrdinal, replicas = 0 } }) =>
        ordinal >= firstOrdinal && ordinal - firstOrdinal < replicas,
    )
    .map(({ workload, use }) => ({ workload, use, podName: `${workload.name}-${ordinal}` }));
}

/** A workload that has the claim under several volumes is there once, with all their mounts. */
function eachOnce(consumers: readonly Consumer[]): readonly Consumer[] {
  if (consumers.length <= 1) return consumers;
  const uses = groupedBy(consumers, (consumer) => consumer.workload);
  return uses.size === consumers.length ? consumers : [...uses.values()].map(together);
}

function together(uses: readonly Consumer[]): Consumer {
  const [{ workload, use, podName }] = uses;
  if (uses.length === 1) return uses[0];
  return {
    workload,
    use: {
      ...use,
      isReadOnly: uses.every((one) => one.use.isReadOnly),
      mounts: uses.flatMap((one) => one.use.mounts),
    },
    podName: uses.every((one) => one.podName === podName) ? podName : undefined,
  };
}

function setKey(name: string, volume: string): string {
  return JSON.stringify([name, volume]);
}
