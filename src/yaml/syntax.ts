/** Faults of a text that is not YAML, in words that say what to do. */
import { fail } from './problem';

const COMPLAINTS = {
  alias: [
    'an alias or anchor has no name',
    'name it with letters, digits, - and _, or put the string in quotes',
  ],
  blockScalar: [
    'there is more than an indicator after | or >',
    'begin the string on the next line',
  ],
  bracket: [
    'a quote or bracket opens here and is not closed',
    'close it, or use the other kind of quotes',
  ],
  closing: ['a closing bracket has no opening bracket', 'remove it, or put the string in quotes'],
  comma: [
    'there is no comma or closing bracket before this',
    'close what is open, or put the string in quotes',
  ],
  content: [
    'there is nothing where a value must be',
    'write the value, or put the string in quotes if it begins with a sign of YAML',
  ],
  directive: [
    'a line begins with %, which is a directive to YAML',
    'remove it, because kubectl does not accept any; put a string that begins with % in quotes',
  ],
  entry: [
    'a list item begins where none is allowed',
    'put a string that begins with "- " in quotes, and begin lists on a separate line',
  ],
  escape: [
    'a double-quoted string has an invalid escape',
    'write \\\\ for a backslash, or use single quotes',
  ],
  indentation: [
    'the indentation does not match the lines before',
    'fields of one mapping and items of one list begin in the same column',
  ],
  indicator: ['the indentation of a block string cannot be 0', 'leave the number out'],
  key: [
    'there is no colon after a key',
    'add the missing colon, the space after it, or the closing quote',
  ],
  marker: ['a line within a text in quotes begins with --- or ...', 'indent it'],
  start: ['a text begins with a character that YAML keeps for itself', 'put the text in quotes'],
  tab: ['a line is indented with a tab, which YAML does not allow', 'indent with spaces'],
  tag: ['a tag is not well-formed', 'remove it, or put the string in quotes'],
  value: [
    'there is a second mapping or list on the line of a key',
    'put a text that contains ": " or begins with "- " in quotes',
  ],
} as const;

/** Tells of a mistake at this place. */
export function failSyntax(complaint: keyof typeof COMPLAINTS, offset: number): never {
  const [message, remedy] = COMPLAINTS[complaint];
  return fail(complaint === 'tab' ? 'tab' : 'syntax', offset, message, remedy);
}
