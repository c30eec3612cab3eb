/** Commands on pages of other languages: what their users type. */
import { commandsIn, filesIn, PAGE_LANGUAGES } from '../../tools/translation/commands';

const [python, java, go] = PAGE_LANGUAGES;

test('a folder becomes a project as in each language', () => {
  const block =
    "mkdir shop && cd shop\nnpm init --yes\nnpm install cdk8s-volumes\nprintf 'node_modules/\\n' > .gitignore\n";
  for (const language of PAGE_LANGUAGES) {
    expect(commandsIn(block, language)).toBe(
      ['mkdir shop && cd shop', ...language.project, ''].join('\n'),
    );
  }
});

test('of lines that install the package only that of the language is kept', () => {
  expect(
    commandsIn(
      'npm install cdk8s-volumes   # TypeScript\npip install cdk8s-volumes   # Python\n',
      python,
    ),
  ).toBe('pip install cdk8s-volumes\n');
});

test('a program is run, and named, as in the language', () => {
  expect([python, java, go].map((language) => commandsIn('npx tsx main.ts\n', language))).toEqual([
    'python main.py\n',
    'mvn compile exec:java -Dexec.mainClass=Main\n',
    'go run main.go\n',
  ]);
  expect(filesIn('Save it as `applications.ts`.', java)).toBe(
    'Save it as `src/main/java/Applications.java`.',
  );
});

test("the library's own program comes with the package of Python, and from npm elsewhere", () => {
  expect(
    [python, java, go].map((language) => commandsIn('npx cdk8s-volumes check dist\n', language)),
  ).toEqual([
    'cdk8s-volumes check dist\n',
    'npx cdk8s-volumes check dist\n',
    'npx cdk8s-volumes check dist\n',
  ]);
  expect(filesIn('Run `npx cdk8s-volumes map`.', python)).toBe('Run `cdk8s-volumes map`.');
});
