/** The place of a field in the text that it was read from. */
import { stepsAlong } from '../kube';
import { Places, Position } from './position';
import { placesOf, YamlDocument, YamlStream } from './read';

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
    let located = this.located.get(document);
    if (!located) {
      located = { ...placesOf(this.stream, document), longest: new Map() };
      this.located.set(document, located);
    }
    return this.stream.positionAt(offsetOf(located, path) ?? startOf(this.stream, document));
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
