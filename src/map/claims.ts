/**
 * Claims on the map: those that are declared, those that pods make, and those that somebody mounts
 * and nobody declares.
 */
import { Draft, DraftNode } from './draft';
import { Names } from './names';
import { Storage } from './storage';
import { mountWords, phaseOf, requestOf, shortModes, sizeOf } from './words';
import { Workloads } from './workloads';
import { Claim, ClaimUse, textsOf, Topology, Workload } from '../topology';

/** The nodes of claims, and what leads to them. */
export class Claims {
  private readonly named = new Names();
  /** Of claims that pods make, by the node of the workload and the name of the volume. */
  private readonly made = new Map<DraftNode, Map<string, DraftNode>>();
  /**
   * How many claims of a template are declared as well, by the workload and the name of the
   * template.
   */
  private readonly declared = new Map<Workload, Map<string, number>>();

  constructor(
    private readonly topology: Topology,
    private readonly draft: Draft,
    private readonly storage: Storage,
    private readonly workloads: Workloads,
  ) {}

  public addAll(): void {
    for (const claim of this.topology.claims) this.addDeclared(claim);
    for (const workload of this.topology.workloads) {
      for (const use of workload.claims) this.addUse(workload, use);
    }
  }

  /** The node of a claim by its name: one of a template is among all that the template makes. */
  public nodeOf(namespace: string | undefined, name: string): DraftNode | undefined {
    const known = this.named.get(namespace, name);
    if (known) return known;
    const maker = this.topology
      .consumersOf(namespace, name)
      .find(({ use }) => use.origin !== 'declared');
    return maker && this.made.get(this.workloads.nodeOf(maker.workload))?.get(maker.use.volume);
  }

  private addDeclared(claim: Claim): void {
    const { name, namespace, key, spec, volumeMode, status } = claim;
    const details = [
      ...sizeOf(spec, status),
      ...phaseOf(status),
      ...(volumeMode === 'Block' ? ['block device'] : []),
    ];
    const node = this.draft.add(
      { kind: 'claim', type: 'PersistentVolumeClaim', name, namespace, isDeclared: true },
      [key],
      details,
    );
    // The second of a name stands for itself: who mounts it means the first.
    if (!this.named.add(namespace, name, node)) return;
    this.storage.linkClaim(node, claim);
    const consumers = this.topology.consumersOf(namespace, name);
    const modes = shortModes(this.topology.accessModesOf(namespace, name) ?? []);
    for (const { workload, use } of consumers) {
      this.draft.link(
        this.workloads.nodeOf(workload),
        node,
        modes,
        mountWords(use.mounts, use.isReadOnly),
      );
      if (use.origin === 'template') this.count(workload, use.volume);
    }
    if (consumers.length === 0) node.details.push('not mounted');
  }

  private count(workload: Workload, template: string): void {
    const counts = this.declared.get(workload) ?? new Map<string, number>();
    this.declared.set(workload, counts);
    counts.set(template, (counts.get(template) ?? 0) + 1);
  }

  private addUse(workload: Workload, use: ClaimUse): void {
    if (use.origin === 'declared') this.addNamed(workload, use);
    else this.addMade(workload, use);
  }

  private addNamed(workload: Workload, use: ClaimUse): void {
    const { namespace } = workload;
    const name = use.claimName!;
    if (this.named.get(namespace, name)?.isDeclared) return;
    const node =
      this.nodeOf(namespace, name) ??
      this.named.getOrAdd(namespace, name, () =>
        this.draft.add(
          { kind: 'claim', type: 'PersistentVolumeClaim', name, namespace, isDeclared: false },
          [],
        ),
      );
    const modes = shortModes(this.topology.accessModesOf(namespace, name) ?? []);
    this.draft.link(
      this.workloads.nodeOf(workload),
      node,
      modes,
      mountWords(use.mounts, use.isReadOnly),
    );
  }

  private addMade(workload: Workload, use: ClaimUse): void {
    const { namespace, replicas = 1 } = workload;
    const { origin, volume, claimName, template = {}, templateMetadata = {} } = use;
    if (claimName !== undefined && this.named.get(namespace, claimName)) return;
    const left = replicas - (this.declared.get(workload)?.get(volume) ?? 0);
    if (replicas > 0 && left <= 0) return;
    const owner = this.workloads.nodeOf(workload);
    const own = this.made.get(owner) ?? new Map<string, DraftNode>();
    this.made.set(owner, own);
    let node = own.get(volume);
    if (!node) {
      const type = origin === 'template' ? 'claim template' : 'ephemeral claim';
      const details = [
        ...(left === 1 ? [] : [`${left} claims`]),
        ...requestOf(template),
        ...(template.volumeMode === 'Block' ? ['block device'] : []),
      ];
      node = this.draft.add(
        {
          kind: 'claim',
          type,
          name: claimName ?? patternOf(workload, use),
          namespace,
          isDeclared: true,
        },
        [],
        details,
      );
      own.set(volume, node);
      this.storage.linkTemplate(node, template, templateMetadata);
    }
    this.draft.link(
      owner,
      node,
      shortModes(textsOf(template.accessModes)),
      mountWords(use.mounts, use.isReadOnly),
    );
  }
}

function patternOf({ name }: Workload, { origin, volume }: ClaimUse): string {
  if (name === '') return `${volume}-*`;
  return origin === 'template' ? `${volume}-${name}-*` : `${name}-*-${volume}`;
}
