/** The place of a field in the text that it was read from. */
import { stepsAlong } from '../kube';
import { Places, Position } from './position';
import { placesOf, YamlDocument, YamlStream } from './read';
import { resolvePlain, Scalar } from './scalar';

/** What stands after a key or a dash, if that is a word without quotes. */
const WORD = /(?:(?:"[^"\n]*"|'[^'\n]*'|[^\s"'][^:\n]*):[ ]+)?([^\s"'#,{}[\]:][^\s,}\]#]*)/y;

/** A word that YAML reads as something else. */
export interface MisreadWord {
  readonly text: string;
  readonly value: Scalar;
}

interface Located {
  readonly data: unknown;
  readonly places: Places;
  /**
   * The length of the longest key of each mapping that was looked into: one may have thousands of
   * keys, and as many findings.
   */
  readonly longest: Map<object, number>;
}

/**
 * Finds fields in the documents of one stream. A document is read again, with places, when it is
 * asked for first.
 */
export class Locator {
  private readonly located = new Map<YamlDocument, Located>();

  constructor(private readonly stream: YamlStream) {}

  /**
   * The place of `spec.volumes[0].name`: of the field itself, or of the nearest one around it that
   * is there.
   */
  public positionOf(document: YamlDocument, path: string): Position {
    const offset = offsetOf(this.locatedIn(document), path);
    return this.stream.positionAt(offset ?? startOf(this.stream, document));
  }

  /** The value of a field, if its author wrote another word: `y` is true, and `0x1F` is 31. */
  public misreadAt(document: YamlDocument, path: string): MisreadWord | undefined {
    // A whole document is no word, and is not read again for that.
    if (path === '') return undefined;
    const offset = offsetOf(this.locatedIn(document), path);
    if (offset === undefined) return undefined;
    WORD.lastIndex = offset;
    const text = WORD.exec(this.stream.text)?.[1];
    if (text === undefined) return undefined;
    const value = resolvePlain(text);
    return String(value) === text ? undefined : { text, value };
  }

  private locatedIn(document: YamlDocument): Located {
    let located = this.located.get(document);
    if (!located) {
      located = { ...placesOf(this.stream, document), longest: new Map() };
      this.located.set(document, located);
    }
    return located;
  }
}

/** The first line of a document that is not blank, a comment, a directive or a marker. */
export function startOf(stream: YamlStream, document: YamlDocument): number {
  if (document.form === 'json') return document.start;
  const significant = /^(?!---\s|---$|%|[ \t]*(?:#|$))[ \t]*(?=\S)/gm;
  significant.lastIndex = document.start;
  const found = significant.exec(stream.text);
  return found && found.index < document.end ? found.index + found[0].length : document.start;
}

function offsetOf({ data, places, longest }: Located, path: string): number | undefined {
  let offset: number | undefined;
  for (const { parent, key } of stepsAlong(data, path, longest)) {
    const found = places.get(parent)?.get(key);
    if (found === undefined) break;
    offset = found;
  }
  return offset;
}
