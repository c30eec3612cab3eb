/** Texts in Mermaid's flowcharts. */
import { harmless } from './terminal';

/**
 * The text as it stands in quotes. All that could mean something to Mermaid, to its search for
 * directives and entities or to HTML is an entity; also `:`, behind which it cuts semicolons off
 * where a text has the word "style".
 */
export function mermaidLabel(text: string): string {
  return harmless(text).replace(
    /[^A-Za-z0-9 ._/,()…\u00a1-\ud7ff\ue000-\ufffd*+=@-]/gu,
    (sign) => `#${sign.codePointAt(0)};`,
  );
}

/** The text outside of quotes, without any sign that could mean something. */
export function mermaidTitle(text: string): string {
  return text.replace(/[^A-Za-z0-9 ._()-]/g, '?').slice(0, 100);
}
