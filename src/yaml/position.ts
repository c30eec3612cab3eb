/** Places in a text as people name them: lines and columns, both from 1. */

/** A place in a text. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Where the fields of objects and the items of lists begin: offsets in the text, by key or index.
 */
export type Places = Map<object, Map<string | number, number>>;

/** The lines of a text; the table is only made if somebody asks. */
export class Lines {
  private ends?: number[];

  constructor(private readonly text: string) {}

  public positionAt(offset: number): Position {
    const ends = (this.ends ??= endsOf(this.text));
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (ends[middle] < offset) low = middle + 1;
      else high = middle;
    }
    return { line: low + 1, column: offset - (low === 0 ? 0 : ends[low - 1] + 1) + 1 };
  }
}

function endsOf(text: string): number[] {
  const ends: number[] = [];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) ends.push(end);
  return ends;
}
