/** Findings for tests of reports. */
import { Severity } from '../../src/findings';
import { RenderFinding } from '../../src/render';
import { ALL_RULES } from '../../src/rules';
import * as fc from '../support/fast-check';

export const error: RenderFinding = {
  rule: 'storage/name',
  severity: Severity.ERROR,
  path: 'metadata.name',
  message: '"My_Data" is not a valid name',
  remedy: 'write "my-data"',
  file: 'apps/web.yaml',
  line: 12,
  column: 9,
  object: 'PersistentVolumeClaim/shop/My_Data',
};

export const warning: RenderFinding = {
  rule: 'storage/namespace',
  severity: Severity.WARNING,
  path: '',
  message: 'there is no namespace',
  remedy: 'write one',
  file: 'db.yaml',
  line: 3,
  column: 1,
  object: 'StatefulSet/db',
};

/** What is wrong with the options has no place. */
export const ofOptions: RenderFinding = {
  rule: 'render/option',
  severity: Severity.WARNING,
  path: 'operatorEnv.KAFKA',
  message: 'nobody reads it',
  remedy: 'remove it',
};

/** A file that could not be read as YAML has no object. */
export const ofText: RenderFinding = {
  rule: 'render/syntax',
  severity: Severity.ERROR,
  path: '',
  message: 'a tab is no indentation',
  remedy: 'write spaces',
  file: 'b.yaml',
  line: 2,
  column: 1,
};

/** Texts that break formats, among others. */
export const hostile = fc
  .oneof(
    fc.constantFrom(
      'a|b',
      '`',
      '``|`',
      '</failure>',
      ']]>',
      '<script>alert(1)</script>',
      '&amp;',
      '%0A::error::x',
      'a::b',
      'a,b=c',
      '\x00\x1b[31m',
      '\r\n',
      '\t',
      '"',
      "'",
      '\\',
      '@team',
      '\ud800',
      '\udc00x',
      '\ufffe',
      '\u202e',
      '::',
      '',
      ' ',
      '[x](y)',
      '$x$',
      '~~',
      'é',
      '😀',
      '../a b.yaml',
      './a.yaml',
      '/etc/x.yaml',
      'C:\\a.yaml',
    ),
    fc.string({ unit: 'binary' }),
    fc.string(),
  )
  .chain((text) => fc.constantFrom(text, `${text}${text}`, `x${text}y`));

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const position = fc.record({
  line: fc.integer({ min: 1, max: 1e6 }),
  column: optional(fc.integer({ min: 1, max: 1e4 })),
});

/** Findings with any texts. */
export const findings: fc.Arbitrary<RenderFinding[]> = fc.array(
  fc
    .record({
      rule: fc.oneof(fc.constantFrom(...ALL_RULES.map(({ id }) => id)), hostile),
      severity: fc.constantFrom(Severity.ERROR, Severity.WARNING),
      path: hostile,
      message: hostile,
      remedy: hostile,
      place: optional(fc.record({ file: hostile, position: optional(position) })),
      object: optional(hostile),
    })
    .map(({ place, ...finding }) => ({ ...finding, file: place?.file, ...place?.position })),
  { maxLength: 6 },
);
