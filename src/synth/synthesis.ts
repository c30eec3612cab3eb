/** One synthesis of an app: its charts and their objects in order, each looked at once. */
import { ApiObject, App, Chart, Yaml } from 'cdk8s';
import { isValidatedQuietly, manifestOf } from '../tree';
import { printForCdk8s } from '../yaml';
import { Dependencies } from './dependencies';
import { inOrder } from './order';
import { isAsLarge, Place } from './places';

export class Synthesis {
  private dependencies: Dependencies;
  private places?: ReadonlyMap<unknown, Place>;

  public constructor(private readonly app: App) {
    this.dependencies = new Dependencies(app);
  }

  public get hasDependentCharts(): boolean {
    return this.dependencies.hasDependentCharts;
  }

  /** All charts, those first that others depend on. */
  public charts(): Chart[] {
    return inOrder(this.dependencies, this.dependencies.places[0])
      .filter(({ isChart }) => isChart)
      .map(({ construct }) => construct as Chart);
  }

  /** The objects of a chart, those first that others depend on. */
  public objectsOf(chart: Chart): readonly ApiObject[] {
    const place = this.placeOf(chart);
    return inOrder(this.dependencies, place)
      .filter((one) => one.isObject && one.chart === place)
      .map(({ construct }) => construct as ApiObject);
  }

  /** What a chart becomes, by its own method if it has one. */
  public manifestsOf(chart: Chart): unknown[] {
    if (chart.toJson !== Chart.prototype.toJson) return Object.values(chart.toJson());
    return this.objectsOf(chart).map(manifestOf);
  }

  private placeOf(chart: Chart): Place {
    const place = this.placeAsBefore(chart);
    if (isAsLarge(place)) return place;
    // Something was added while another chart was written.
    this.dependencies = new Dependencies(this.app);
    this.places = undefined;
    return this.placeAsBefore(chart);
  }

  private placeAsBefore(chart: Chart): Place {
    this.places ??= new Map(
      this.dependencies.places
        .filter(({ isChart }) => isChart)
        .map((place) => [place.construct, place]),
    );
    return this.places.get(chart)!;
  }
}

/**
 * What the validations of all constructs say, each asked once. Others than those of this library
 * may change objects, which is told.
 */
export function validate(app: App, forget: () => void): void {
  const errors: string[] = [];
  for (const construct of app.node.findAll()) {
    for (const error of construct.node.validate()) errors.push(`[${construct.node.path}] ${error}`);
    if (!isValidatedQuietly(construct)) forget();
  }
  if (errors.length > 0) {
    throw new Error(`Validation failed with the following errors:\n  ${errors.join('\n  ')}`);
  }
}

/** Documents as cdk8s prints them. */
export function printDocuments(documents: readonly unknown[]): string {
  isPrinterKnown ??= printForCdk8s(SAMPLE) === Yaml.stringify(SAMPLE);
  return documents
    .map((one) => (isPrinterKnown ? printForCdk8s(one) : undefined) ?? Yaml.stringify(one))
    .join('---\n');
}

/**
 * Whether the cdk8s that is installed prints as is done here: it is asked once, for all that its
 * printer could do otherwise.
 */
let isPrinterKnown: boolean | undefined;
const SAMPLE = {
  words: [
    'yes',
    'No',
    'off',
    'null',
    '~',
    '',
    'a b',
    'a: b',
    'a #b',
    '- a',
    '#a',
    '"a"',
    "'a'",
    '--- a',
    'é',
    'a\tb',
    'x '.repeat(100),
  ],
  numbers: [
    '1',
    '0644',
    '1e3',
    '1:20',
    '2001-01-01',
    '0x1F',
    '0b1',
    '.5',
    '1Gi',
    1,
    1.5,
    1e21,
    1e-7,
  ],
  lines: ['a\nb', 'a\n\nb\n', 'a\n\n', '\ta\n  b\n'],
  others: [true, null, undefined, [], {}, [['a']], { a: [{ b: {} }] }],
  ['long '.repeat(30)]: 'on',
};
