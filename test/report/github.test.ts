import { error, findings, ofOptions, warning } from './findings';
import { harmless } from '../../src/escape';
import { formatFindings } from '../../src/report';
import * as fc from '../support/fast-check';

const github = (given: Parameters<typeof formatFindings>[1], root?: string) =>
  formatFindings('github', given, { version: '1.2.3', root });

/**
 * A line as the runner of GitHub Actions reads it (ActionCommand.cs): properties up to the second
 * `::`, escapes undone, `%25` last.
 */
function read(line: string) {
  const match = /^::(\w+) ((?:(?!::).)*)::(.*)$/.exec(line);
  if (!match) return undefined;
  const undone = (text: string) => text.replaceAll('%0D', '\r').replaceAll('%0A', '\n');
  const properties = match[2].split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [
      pair.slice(0, at),
      undone(pair.slice(at + 1))
        .replaceAll('%3A', ':')
        .replaceAll('%2C', ',')
        .replaceAll('%25', '%'),
    ];
  });
  return {
    command: match[1],
    properties: Object.fromEntries(properties),
    message: undone(match[3]).replaceAll('%25', '%'),
  };
}

test('each finding is a command at its line', () => {
  expect(github([error, warning])).toBe(
    '::error file=apps/web.yaml,line=12,col=9,title=storage/name::PersistentVolumeClaim/shop/My_Data: metadata.name: "My_Data" is not a valid name; write "my-data"\n' +
      '::warning file=db.yaml,line=3,col=1,title=storage/namespace::StatefulSet/db: there is no namespace; write one\n',
  );
});

test('what has no file has no place', () => {
  expect(github([ofOptions])).toBe(
    '::warning title=render/option::operatorEnv.KAFKA: nobody reads it; remove it\n',
  );
});

test('nothing found is no command', () => {
  expect(github([])).toBe('');
});

test('files are named from the folder that the program runs in', () => {
  expect(read(github([{ ...error, file: '/repo/a.yaml' }], '/repo').trim())!.properties.file).toBe(
    'a.yaml',
  );
});

test('what ends a property or a message is escaped', () => {
  expect(
    github([
      { ...error, file: 'a,b:c%.yaml', message: '100% of a::b', object: undefined, path: '' },
    ]),
  ).toBe(
    '::error file=a%2Cb%3Ac%25.yaml,line=12,col=9,title=storage/name::100%25 of a::b; write "my-data"\n',
  );
});

test('any findings are one command each, of which the runner reads what was meant', () => {
  fc.assert(
    fc.property(findings, (given) => {
      const lines = github(given).split('\n');
      expect(lines.pop()).toBe('');
      expect(lines).toHaveLength(given.length);
      const isError = ({ severity }: (typeof given)[number]) => severity === 'error';
      const sorted = [...given.filter(isError), ...given.filter((one) => !isError(one))];
      lines.forEach((line, index) => {
        const command = read(line)!;
        expect(command.command).toBe(sorted[index].severity);
        expect(command.properties.title).toBe(harmless(sorted[index].rule));
        expect(command.properties.line).toBe(
          sorted[index].line === undefined ? undefined : String(sorted[index].line),
        );
        expect(
          Object.keys(command.properties).filter(
            (name) => !['file', 'line', 'col', 'title'].includes(name),
          ),
        ).toEqual([]);
      });
    }),
  );
});

test('errors come first, since GitHub shows ten of each severity, and a notice counts the others', () => {
  const many = Array.from({ length: 12 }, () => [warning, error]).flat();
  const lines = github([...many, error])
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    ...Array.from({ length: 13 }, () => '::error'),
    ...Array.from({ length: 12 }, () => '::warning'),
    '::notice',
  ]);
  expect(lines.at(-1)).toBe(
    '::notice title=cdk8s-volumes::GitHub shows the first 10 errors and the first 10 warnings of a step; 3 errors, 2 warnings more: see the log of the step',
  );
});

test('ten of a severity need no notice', () => {
  expect(github(Array.from({ length: 10 }, () => [warning, error]).flat())).not.toContain(
    '::notice',
  );
});
