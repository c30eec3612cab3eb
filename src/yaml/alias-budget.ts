/**
 * The limit of what aliases may make of a document: as much as kubectl lets them, so that a small
 * text cannot fill the memory.
 */
import { YamlNode } from './node';
import { fail } from './problem';

/** Up to so many values 99 of 100 may come from aliases, from the second number on 10 of 100. */
const SMALL = 400_000;
const LARGE = 4_000_000;
/**
 * How many characters may come from aliases: far more than a cluster stores in an object. This
 * limit is not kubectl's.
 */
const MAX_CHARACTERS = 2_000_000;

/** Counts as kubectl does: every text, list, mapping and alias, each time that it is read. */
export class AliasBudget {
  /** The document is one. */
  private all = 1;
  private fromAliases = 0;
  private characters = 0;
  private depth = 0;

  /** What is counted meanwhile comes from an alias. */
  public within<T>(use: () => T): T {
    this.depth += 1;
    const value = use();
    this.depth -= 1;
    return value;
  }

  public count(node: YamlNode): void {
    this.all += 1;
    if (this.depth === 0 && this.fromAliases === 0) return;
    if (this.depth > 0) {
      this.fromAliases += 1;
      if (node.kind === 'scalar') this.characters += node.value.length;
    }
    const isTooMuch =
      this.fromAliases > 100 &&
      this.all > 1000 &&
      this.fromAliases / this.all > allowedShare(this.all);
    if (!isTooMuch && this.characters <= MAX_CHARACTERS) return;
    fail(
      'excessive-aliases',
      node.start,
      isTooMuch
        ? 'nearly all values of this document come from aliases'
        : `the aliases of this document expand to more than ${MAX_CHARACTERS} characters`,
      'write the values out: kubectl rejects such documents as well',
    );
  }
}

function allowedShare(all: number): number {
  if (all <= SMALL) return 0.99;
  return all >= LARGE ? 0.1 : 0.99 - 0.89 * ((all - SMALL) / (LARGE - SMALL));
}
