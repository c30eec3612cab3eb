/** The constructs of a tree in one walk: where each one is, and which chart it belongs to. */
import { ApiObject, Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { countNodes } from '../tree';

export interface Place {
  readonly construct: IConstruct;
  /** The closest chart, which may be itself; nothing above all charts. */
  readonly chart?: Place;
  readonly parent?: Place;
  readonly isChart: boolean;
  readonly isObject: boolean;
  /** Its number, in the order of `node.findAll()`. */
  readonly at: number;
  /** The number behind the last one below it. */
  end: number;
}

/** All constructs at and below the root, in the order of `node.findAll()`. */
export function placesOf(root: IConstruct): Place[] {
  const places: Place[] = [];
  const visit = (construct: IConstruct, parent: Place | undefined): void => {
    const isChart = Chart.isChart(construct);
    const place: Place & { chart?: Place } = {
      construct,
      parent,
      isChart,
      isObject: ApiObject.isApiObject(construct),
      chart: parent?.chart,
      at: places.length,
      end: 0,
    };
    if (isChart) place.chart = place;
    places.push(place);
    for (const child of construct.node.children) visit(child, place);
    place.end = places.length;
  };
  visit(root, undefined);
  return places;
}

/** Whether a construct is at or below another one. */
export function isWithin(place: Place, other: Place): boolean {
  return other.at <= place.at && place.at < other.end;
}

/** Whether the tree below a construct is as large as it was. */
export function isAsLarge({ construct, at, end }: Place): boolean {
  return countNodes(construct) === end - at;
}
