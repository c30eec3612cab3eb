/** Writes docs/rules.md, the page of all rules, from the rules in the code. Give a file to write elsewhere. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ALL_RULES } from '../src/rules';

const target = process.argv[2] ?? join(dirname(__dirname), 'docs', 'rules.md');

const sections = ALL_RULES.map((rule) => `## ${rule.id}

*${rule.severity}* — ${rule.summary}

${rule.why}

| wrong | right |
|---|---|
| \`${cell(rule.bad)}\` | \`${cell(rule.good)}\` |

Source: ${rule.source}.
`);

writeFileSync(target, `# Rules

What the constructs check, and what happens otherwise. An error keeps the manifests from being written. A warning is
printed when the app is synthesized; \`Findings.acknowledge(scope, rule, reason)\` accepts it, and an error never.

${sections.join('\n')}`);

function cell(text: string): string {
  return text.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ');
}
