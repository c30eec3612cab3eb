/** Questions that people ask before they use something, each with the page that answers it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

/** The question, the page, the heading that leads to the answer, and words of the answer. */
const QUESTIONS: readonly (readonly [string, string, string | undefined, RegExp])[] = [
  ['install the commands without Node.js', 'docs/install.md', 'The executable', /LICENSE|tar -xzf/],
  ['which version is current, what changed', 'docs/install.md', 'Versions', /latest release/],
  ['does it work with cdk8s-plus-30 to 33', 'docs/cdk8s-plus.md', undefined, /-30, -32, -33/],
  ['check a Helm chart', 'docs/check.md', 'What it reads', /helm template/],
  ['check a Kustomize overlay', 'docs/check.md', 'What it reads', /kubectl kustomize/],
  ['a complete job for GitHub', 'docs/ci.md', 'GitHub', /uses: actions\/checkout@v4/],
  ['a job for GitLab', 'docs/ci.md', 'GitLab', /include:/],
  ['a pre-commit hook', 'docs/ci.md', 'pre-commit', /rev: v/],
  ['accept one warning for one object', 'docs/check.md', 'Acknowledged warnings', /annotations:/],
  ['an error that is wrong', 'docs/how-it-judges.md', 'If an error is wrong', /baseline/],
  ['all keys of the configuration', 'docs/configuration.md', 'target', /`featureGates`/],
  ['a schema for editors', 'docs/configuration.md', undefined, /yaml-language-server/],
  ['exit codes', 'docs/ci.md', undefined, /\| exit status \|/],
  ['the fields of check -o json', 'docs/reports.md', 'JSON', /`fingerprint`/],
  ['colors where there is no terminal', 'docs/reports.md', 'Colors', /--color/],
  ['what a rule means, and all of them', 'docs/rules.md', undefined, /\| rule \|/],
  ['how it differs from others', 'README.md', 'How it compares', /kube-linter[^]*kubeconform/],
  ['which drivers can be installed, and EBS', 'docs/csi.md', undefined, /such as EBS/],
  ['expand a claim', 'docs/storage.md', 'A larger claim', /allowVolumeExpansion/],
  [
    'claims for each pod of a StatefulSet',
    'docs/storage.md',
    'Claims for each pod of a StatefulSet',
    /ClaimTemplates\.of/,
  ],
  [
    'a static NFS or iSCSI volume',
    'docs/storage.md',
    'NFS, iSCSI and other volumes that exist',
    /iscsi: \{/,
  ],
  ['snapshots, and Velero', 'docs/storage.md', 'Snapshots and backups', /velero\.io/],
  ['adopt claims that exist', 'docs/storage.md', 'Claims that exist', /--bound all/],
  ['limits and speed', 'docs/how-it-judges.md', 'Limits and speed', /128 MiB[^]*10,002 objects/],
  ['add a rule of my own', 'docs/how-it-judges.md', 'Your own rules', /You cannot add rules/],
  ['without public registries', 'docs/target.md', undefined, /`registry`, `digests`/],
];

test.each(QUESTIONS)('%s: %s', (_question, page, heading, answer) => {
  const text = read(page);
  const section =
    heading === undefined
      ? text
      : text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  expect(section).toMatch(answer);
});

test('the page of questions leads to each of these pages', () => {
  const links = [...read('docs/questions.md').matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link);
  const pages = QUESTIONS.map(([, page]) =>
    page.startsWith('docs/') ? page.slice('docs/'.length) : `../${page}`,
  );
  expect(pages.filter((page) => !links.includes(page))).toEqual([]);
});
