/**
 * Fields that rules need: which of them an object has, wherever in it they are. One walk over the
 * object spares most rules to look at it.
 */
import { Fields } from '../kube';

/** Deeper than any type is: what is there may have any field. */
const MOST_DEPTH = 32;

/** A field that somebody needs. */
export interface NeededField {
  /** Which object it was found in at last. */
  turn: number;
}

/** The fields that rules need, and which of them the last object has that was looked at. */
export class NeededFields {
  private readonly fields = new Map<string, NeededField>();
  /** How many objects were looked at. */
  private turn = 0;
  private isTooDeep = false;

  /** The fields of these names, to ask for. */
  public named(names: readonly string[]): readonly NeededField[] {
    return names.map((name) => {
      const field = this.fields.get(name) ?? { turn: 0 };
      this.fields.set(name, field);
      return field;
    });
  }

  public lookAt(object: Fields): void {
    this.turn += 1;
    this.isTooDeep = false;
    this.find(object, 0);
  }

  public hasOne(fields: readonly NeededField[]): boolean {
    if (this.isTooDeep) return true;
    for (let at = 0; at < fields.length; at += 1) if (fields[at].turn === this.turn) return true;
    return false;
  }

  /** One function, which calls itself: of two that call each other, both are compiled twice. */
  private find(value: object, depth: number): void {
    if (depth > MOST_DEPTH) {
      this.isTooDeep = true;
    } else if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at += 1) {
        const item: unknown = value[at];
        if (typeof item === 'object' && item !== null) this.find(item, depth + 1);
      }
    } else {
      for (const name in value) {
        const field = this.fields.get(name);
        if (field !== undefined) field.turn = this.turn;
        const one = (value as Fields)[name];
        if (typeof one === 'object' && one !== null) this.find(one, depth + 1);
      }
    }
  }
}
