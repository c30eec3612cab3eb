/** Texts in XML, and in HTML. */

/** What XML 1.0 has no way to write: most control characters, halves of surrogate pairs, and two that are not characters. */
// eslint-disable-next-line no-control-regex
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const ENTITIES: { readonly [sign: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;', '\t': '&#9;', '\n': '&#10;', '\r': '&#13;' };

/** The text as it stands between tags or in an attribute in quotes. What cannot be written is spelled as `\x1b`. */
export function xmlText(text: string): string {
  return text.replace(UNWRITABLE, spelled).replace(/[&<>"'\t\n\r]/g, (sign) => ENTITIES[sign]);
}

function spelled(sign: string): string {
  const code = sign.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}
