/**
 * Writes docs/rules.md, the tables of all rules, from the rules in the code. Give a file to write
 * elsewhere.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchorOf, bySystem, asText } from './rules-of-systems';
import { severityWords } from '../src/findings';
import { MODEL_MINOR, newestMinor } from '../src/model';

const target = process.argv[2] ?? join(dirname(__dirname), 'docs', 'rules.md');

const sections = bySystem().map(
  ([system, rules]) => `## ${system}

[Why, and examples](rules/${system}.md)

| rule | | what is wrong |
|---|---|---|
${rules.map((rule) => `| [${rule.id}](rules/${system}.md#${anchorOf(rule)}) | ${severityWords(rule)} | ${asText(rule.summary)} |`).join('\n')}
`,
);

writeFileSync(
  target,
  `# Rules

What constructs, \`render\` and \`check\` look for. An error means that something cannot work, or that data is lost: no manifests are written. A
warning means that it may not work, or that it depends on facts that are not specified; \`Findings.of(scope).acknowledge(rule, reason)\` accepts
it. Errors cannot be acknowledged; [what to do if one is wrong](how-it-judges.md#if-an-error-is-wrong). \`cdk8s-volumes rules RULE\` explains a rule.

Sources that name Kubernetes, its API server, kubelet or kubectl were read, and tried, in version 1.${MODEL_MINOR}. What differs in other versions, up to
1.${newestMinor()}, counts once the target names the version of the cluster.

${sections.join('\n')}`,
);
