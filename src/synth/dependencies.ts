/**
 * Dependencies as cdk8s takes them, without writing them down one by one.
 *
 * A dependency between two constructs stands for one between each object below the first and each
 * object below the second. cdk8s adds them all to the nodes, for every chart anew, and looks for
 * circles by walking all paths. Here the objects below a construct are a group, which is made once.
 */
import { Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { Place, placesOf } from './places';

/**
 * Thrown where only cdk8s knows what it does: circles, and dependencies on what has the place of
 * another construct.
 */
export const UNKNOWN_ORDER = Symbol('unknown order');

const NONE: ReadonlySet<Place> = new Set();

/** The constructs of an app and what they depend on. */
export class Dependencies {
  public readonly places: readonly Place[];
  /** Whether a chart depends on another one or is in it: then the names of files have numbers. */
  public readonly hasDependentCharts: boolean;
  /** Whether nothing depends on anything. */
  public readonly hasNone: boolean;
  private readonly targets: (Set<Place> | undefined)[];
  /** By construct, the closest one above it, in the same chart, that depends on something. */
  private readonly above: (Place | undefined)[];
  private readonly groups = new Map<Place, readonly Place[]>();

  public constructor(app: IConstruct) {
    const places = placesOf(app);
    this.places = places;
    this.targets = places.map(() => undefined);
    const depending = places
      .map((source) => ({ source, targets: source.construct.node.dependencies }))
      .filter(({ targets }) => targets.length > 0);
    const known = new Map(
      depending.length === 0 ? [] : places.map((place) => [place.construct, place]),
    );
    for (const { source, targets } of depending) {
      for (const target of targets) this.add(source, known.get(target));
    }
    let hasDependentCharts = false;
    for (const place of places) {
      if (!place.isChart || !place.parent?.isChart) continue;
      this.add(place.parent, place);
      hasDependentCharts = true;
    }
    for (const { source, targets } of depending) {
      for (const target of targets) {
        const [from, to] = [Chart.of(source.construct), Chart.of(target)];
        if (from === to) continue;
        this.add(known.get(from)!, known.get(to));
        hasDependentCharts = true;
        if (!known.has(to)) this.mustBeElsewhere(to);
      }
      for (const target of targets) if (!known.has(target)) this.mustBeElsewhere(target);
    }
    this.hasDependentCharts = hasDependentCharts;
    this.hasNone = this.targets.every((targets) => targets === undefined);
    this.above = [];
    for (const { parent, chart } of places) {
      this.above.push(
        !parent || parent.chart !== chart
          ? undefined
          : this.targets[parent.at]
            ? parent
            : this.above[parent.at],
      );
    }
  }

  /** What a construct depends on, as somebody said, and charts by what is in them. */
  public of(place: Place): ReadonlySet<Place> {
    return this.targets[place.at] ?? NONE;
  }

  /**
   * The constructs whose dependencies hold for an object: itself and those above it in its chart,
   * the uppermost last.
   */
  public sourcesOf(object: Place): Place[] {
    const sources: Place[] = [];
    for (
      let source = this.targets[object.at] ? object : this.above[object.at];
      source;
      source = this.above[source.at]
    ) {
      sources.push(source);
    }
    return sources;
  }

  /** The objects at and below a construct that belong to its chart. */
  public objectsOf(place: Place): readonly Place[] {
    let group = this.groups.get(place);
    if (!group) {
      group = this.places
        .slice(place.at, place.end)
        .filter(({ isObject, chart }) => isObject && chart === place.chart);
      this.groups.set(place, group);
    }
    return group;
  }

  private add(source: Place, target: Place | undefined): void {
    if (source === target) throw UNKNOWN_ORDER;
    if (target) (this.targets[source.at] ??= new Set()).add(target);
  }

  /**
   * What is in another tree, or in none any more, is no matter, unless cdk8s, which goes by paths,
   * takes it for something here.
   */
  private mustBeElsewhere(construct: IConstruct): void {
    const paths = new Set(this.places.map((place) => place.construct.node.path));
    if (construct.node.findAll().some(({ node }) => paths.has(node.path))) throw UNKNOWN_ORDER;
  }
}
