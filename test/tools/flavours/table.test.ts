/** The table of packages in the README. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Manifest } from '../../../tools/flavours/manifest';
import { tableOf, withTable } from '../../../tools/flavours/table';

const ROOT = join(__dirname, '..', '..', '..');
const TARGETS = {
  java: { package: 'org.own', maven: { groupId: 'org', artifactId: 'own-java' } },
  python: { distName: 'own-python', module: 'own_python' },
  go: { moduleName: 'github.com/own/own-go', packageName: 'owngo' },
};

test('a flavour is a row, and what TypeScript takes is a sentence', () => {
  const tried = [
    { minor: 98, lowest: '2.0.0' },
    { minor: 99, lowest: '2.0.0' },
  ];
  expect(tableOf('own', TARGETS, [tried[1]], tried)).toBe(`| with | Python | Java | Go |
|---|---|---|---|
| cdk8s-plus-28 | \`own-python\`, module \`own_python\` | \`org:own-java\`, package \`org.own\` | \`github.com/own/own-go/owngo\` |
| cdk8s-plus-99 | \`own-python-99\`, module \`own_python_99\` | \`org:own-java-99\`, package \`org.own.plus99\` | \`github.com/own/own-go/owngo99\` |

TypeScript and JavaScript take \`own\` with any of them (cdk8s-plus-28 to 99).`);
});

test('the README has the table of the listed minors; npx projen pages writes it', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const { name, jsii } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  expect(readme).toBe(withTable(readme, tableOf(name, jsii.targets)));
});

test('a page without a place for the table is refused', () => {
  expect(() => withTable('# Own\n<!-- flavours -->\n', 'table')).toThrow(
    'there is no <!-- flavours --> with <!-- /flavours --> after it',
  );
});
