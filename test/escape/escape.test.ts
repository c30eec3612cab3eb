import {
  commandData,
  commandProperty,
  harmless,
  hidden,
  jsonString,
  markdownBlock,
  markdownCode,
  markdownText,
  mermaidLabel,
  mermaidTitle,
  xmlText,
} from '../../src/escape';
import { printYaml } from '../../src/yaml';
import * as fc from '../support/fast-check';
import { HOSTILE_NAMES } from '../support/hostile-names';
import {
  cellsOf,
  seenInCell,
  seenInGithub,
  seenInMarkdown,
  seenInMermaid,
  seenInXml,
  seenInYaml,
} from '../support/seen';

const anyText = fc.oneof(
  fc.constantFrom(...Object.values(HOSTILE_NAMES)),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '\\',
        '|',
        '`',
        '*',
        '#',
        '[',
        ']',
        '(',
        ')',
        '<',
        '>',
        '&',
        ':',
        '-',
        '1',
        '.',
        ' ',
        'a',
        '@',
        '\u202e',
        '\x1b',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);
const oneSpace = (text: string) => text.replace(/\s+/g, ' ').trim();

describe('on a terminal', () => {
  test.each([
    ['web', 'web'],
    ['', ''],
    ['two\r\n  \n lines \n', 'two lines'],
    ['\x1b[31mred\x9b0m', '\\x1b[31mred\\x9b0m'],
    ['tab\there', 'tab\\x09here'],
    ['\u202etxt\u2066\u061c', '\\u202etxt\\u2066\\u061c'],
    ['zero\u200bwidth\ufeff\u00ad', 'zero\\u200bwidth\\ufeff\\xad'],
    ['tag\u{e0041}', 'tag\\u{e0041}'],
    ['half\ud800', 'half\\ud800'],
    ['é 漢 😀 …', 'é 漢 😀 …'],
    ['::error::x', '\\x3a:error::x'],
    ['  ::error::x', '  \\x3a:error::x'],
    ['a::b', 'a::b'],
    ['x ##[add-mask]e', 'x #\\x23[add-mask]e'],
    ['##vso[task]y', '#\\x23vso[task]y'],
    ['## a [b]', '## a [b]'],
  ])('%j is %j', (text, shown) => expect(harmless(text)).toBe(shown));

  test('any text is one line of characters that are seen', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = harmless(text);
        expect(shown.match(hidden())).toBeNull();
        expect(shown).not.toMatch(/^\s*::|##\w*\[/);
        expect(harmless(shown)).toBe(shown);
      }),
    );
  });
});

describe('in Markdown', () => {
  test.each([
    ['My_Data', 'My\\_Data'],
    ['- item', '\\- item'],
    ['+ item', '\\+ item'],
    ['12. item', '12\\. item'],
    ['1) item', '1\\) item'],
    ['===', '\\==='],
    ['12-a', '12-a'],
    ['a - b', 'a - b'],
    ['ask @team', 'ask @<!-- -->team'],
    ['fixes #12', 'fixes \\#<!-- -->12'],
    ['https://a.example', 'https:<!-- -->//a.example'],
    ['www.a.example', 'www<!-- -->.a.example'],
  ])('%j is %j as a text', (text, written) => expect(markdownText(text)).toBe(written));

  test.each([
    ['', ''],
    ['a[0].b', '`a[0].b`'],
    ['a`b', '<code>a\\`b</code>'],
    ['a|b', '<code>a\\|b</code>'],
    ['a\\|b', '<code>a\\\\\\|b</code>'],
    ['\x1b', '<code>\\\\x1b</code>'],
  ])('%j is %j as code', (text, written) => expect(markdownCode(text)).toBe(written));

  test('any text is a cell of which every reader sees the same, as text and as code', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const [asText, asCode] = cellsOf(`| ${markdownText(text)} | ${markdownCode(text)} |`).map(
          seenInCell,
        );
        for (const { text: seen, tags } of [asText, asCode]) {
          expect(oneSpace(seen)).toBe(oneSpace(harmless(text)));
          expect(tags.filter((tag) => tag !== 'code')).toEqual([]);
        }
        expect(asText.tags).toEqual([]);
      }),
    );
  });

  test('any text is a paragraph', () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => text.trim() !== ''),
        (text) => {
          const { texts, elements } = seenInMarkdown(markdownText(text).trimStart());
          expect(oneSpace(texts.join(''))).toBe(oneSpace(harmless(text)));
          expect([...elements].filter((element) => !['page', 'p'].includes(element))).toEqual([]);
        },
      ),
    );
  });

  test('any lines are one block of code', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom('```', '````', '~~~', 'echo `x`', '</details>', '    x', ''), {
            minLength: 1,
          })
          .map((lines) => `${lines.join('\n')}\n`),
        (code) => {
          const { texts, elements } = seenInMarkdown(markdownBlock(code, 'sh'));
          expect(
            texts
              .filter((text) => text !== 'class' && text !== 'language-sh' && text !== '\n')
              .join('')
              .trimEnd(),
          ).toBe(code.trimEnd());
          expect([...elements]).toEqual(['page', 'pre', 'code']);
        },
      ),
    );
  });
});

describe('in XML and HTML', () => {
  test('lines and tabs stay, and what nobody sees is spelled', () => {
    expect(xmlText('<a b="c">\n\t&\x1b\u202e')).toBe(
      '&lt;a b=&quot;c&quot;&gt;&#10;&#9;&amp;\\x1b\\u202e',
    );
    expect(xmlText('##[group]')).toBe('#&#35;[group]');
  });

  test('any text is the same in an element and in an attribute', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const written = xmlText(text);
        expect(written).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|##\w*\[/u,
        );
        const { texts, elements } = seenInXml(`<x a="${written}">x${written}</x>`);
        expect([...elements]).toEqual(['x']);
        expect(texts.map((one) => one.replace(/^x/, ''))).toHaveLength(3);
        expect(texts[0]).toBe(`x${texts[2]}`);
      }),
    );
  });
});

test('in JSON any text is exact, and everything is seen', () => {
  expect(jsonString('\u202e\x7f##[x]\u{e0041}')).toBe('"\\u202e\\u007f#\\u0023[x]\\udb40\\udc41"');
  fc.assert(
    fc.property(anyText, (text) => {
      const written = jsonString(text);
      expect(JSON.parse(written)).toBe(text);
      expect(written).not.toMatch(
        /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|##\w*\[/u,
      );
    }),
  );
});

test('in YAML any text is exact, and turns nothing around', () => {
  fc.assert(
    fc.property(
      anyText.filter((text) => !/\p{Cs}/u.test(text)),
      (text) => {
        const written = printYaml({ text, [`k${text}`]: 1 });
        expect(seenInYaml(written).texts).toContain(text);
        expect(written).not.toMatch(
          /[^\n\P{Cc}]|[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
        );
      },
    ),
  );
});

test('in a workflow command any text is one message or one property', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { texts } = seenInGithub(
        `::error file=${commandProperty(text)},line=1::x${commandData(text)}`,
      );
      expect(texts).toEqual([harmless(text), '1', `x${harmless(text)}`]);
    }),
  );
});

test('in a flowchart any text is one label', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(
        seenInMermaid(
          `flowchart LR\n  accTitle: ${mermaidTitle(`x${text}`)}\n  node_x["${mermaidLabel(text)}"]\n`,
        ).texts,
      ).toEqual([harmless(text)]);
    }),
  );
});
