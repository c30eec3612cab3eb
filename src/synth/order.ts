/**
 * The order in which cdk8s writes: what others depend on first, else as it was made. Each construct
 * is visited once.
 */
import { Dependencies, UNKNOWN_ORDER } from './dependencies';
import { isWithin, Place } from './places';

/** The constructs at and below one, those first that others there depend on. */
export function inOrder(dependencies: Dependencies, scope: Place): Place[] {
  if (!dependencies.hasNone) return new Walk(dependencies, scope).run();
  return numbersFirst(dependencies.places.slice(scope.at, scope.end));
}

const enum State {
  IN_PROGRESS = 1,
  DONE = 2,
}

class Walk {
  private readonly states: Uint8Array;
  private readonly order: Place[] = [];
  /** Constructs whose objects were all visited. */
  private readonly visited = new Set<Place>();
  /** Constructs of which everything was visited that they, and those above them, depend on. */
  private readonly settled = new Set<Place>();

  public constructor(
    private readonly dependencies: Dependencies,
    private readonly scope: Place,
  ) {
    this.states = new Uint8Array(scope.end - scope.at);
  }

  public run(): Place[] {
    const { places } = this.dependencies;
    const own = places.slice(this.scope.at, this.scope.end);
    const isTarget = this.targets(own);
    for (const root of numbersFirst(own.filter((place) => !isTarget.has(place)))) this.visit(root);
    if (this.order.length < own.length) throw UNKNOWN_ORDER;
    return this.order;
  }

  /** What something depends on. */
  private targets(own: readonly Place[]): Set<Place> {
    const found = new Set<Place>();
    const whole = new Set<Place>();
    for (const source of own) {
      if (this.dependencies.of(source).size === 0) continue;
      for (const target of this.within(source)) {
        found.add(target);
        if (whole.has(target)) continue;
        const sources = this.dependencies.objectsOf(source);
        if (sources.length === 0) continue;
        // An object does not depend on itself.
        const alone = sources.length === 1 ? sources[0] : undefined;
        for (const object of this.dependencies.objectsOf(target)) {
          if (object !== alone) found.add(object);
        }
        if (!alone || !isWithin(alone, target)) whole.add(target);
      }
    }
    return found;
  }

  private *within(source: Place): Iterable<Place> {
    for (const target of this.dependencies.of(source)) {
      if (isWithin(target, this.scope)) yield target;
    }
  }

  private visit(root: Place): void {
    const stack = [this.enter(root)];
    while (stack.length > 0) {
      const { place, next } = stack[stack.length - 1];
      const target = next?.next().value;
      if (!target) {
        this.states[place.at - this.scope.at] = State.DONE;
        this.order.push(place);
        stack.pop();
        continue;
      }
      const state = this.states[target.at - this.scope.at];
      if (state === State.IN_PROGRESS) throw UNKNOWN_ORDER;
      if (state !== State.DONE) stack.push(this.enter(target));
    }
  }

  private enter(place: Place): { place: Place; next?: Iterator<Place, undefined> } {
    this.states[place.at - this.scope.at] = State.IN_PROGRESS;
    const sources = place.isObject ? this.dependencies.sourcesOf(place) : undefined;
    if (this.dependencies.of(place).size === 0 && !sources?.length) return { place };
    return { place, next: this.targetsOf(place, sources ?? []) };
  }

  /** What a construct depends on: by itself, and as one of the objects of those above it. */
  private *targetsOf(place: Place, sources: readonly Place[]): Iterator<Place, undefined> {
    yield* this.within(place);
    let open = sources.findIndex((source) => this.settled.has(source));
    if (open === -1) open = sources.length;
    let isOneOfThem = false;
    for (let at = open - 1; at >= 0; at--) {
      for (const target of this.within(sources[at])) {
        if (this.visited.has(target)) continue;
        const objects = this.dependencies.objectsOf(target);
        const isMember = isWithin(place, target) && place.chart === target.chart;
        for (const object of objects) if (object !== place) yield object;
        if (isMember) isOneOfThem = true;
        else this.visited.add(target);
      }
      if (!isOneOfThem) this.settled.add(sources[at]);
    }
    return undefined;
  }
}

/** cdk8s keeps constructs by their paths, and JavaScript puts keys that are numbers first. */
function numbersFirst(places: Place[]): Place[] {
  return places.some(isNumbered)
    ? [...places.filter(isNumbered), ...places.filter((place) => !isNumbered(place))]
    : places;
}

/** Paths that are numbers have one part: of them are the children of a root without an id. */
function isNumbered({ construct: { node }, parent }: Place): boolean {
  if (parent && (parent.parent || parent.construct.node.id !== '')) return false;
  return /^(?:0|[1-9][0-9]{0,9})$/.test(node.id) && Number(node.id) < 2 ** 32 - 1;
}
