/** Texts in XML, in HTML and in SVG. */
import { hidden, LOG_COMMAND, spelled } from './hidden';

const ENTITIES: { readonly [sign: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Hidden ones that are part of a text of several lines. */
const LAYOUT: { readonly [sign: string]: string } = { '\t': '&#9;', '\n': '&#10;', '\r': '&#13;' };

/**
 * The text as it stands between tags or in an attribute in quotes. What nobody sees, and what
 * cannot be written, is spelled as `\x1b`.
 */
export function xmlText(text: string): string {
  return text
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign])
    .replace(hidden(), (sign) => LAYOUT[sign] ?? spelled(sign))
    .replace(LOG_COMMAND, '&#35;');
}
