/** The ways out of what is refused, as scripts that can be read, changed and run. */
import { ObjectPlan, PlanStep } from '../diff';
import { harmless, markdownBlock, xmlText } from '../escape';
import { printYaml } from '../yaml';

const PAUSE =
  'Before this: pause the engine that syncs these objects. After it: merge the change, and let the engine sync again.';

/** All plans for a terminal, one script behind the other. */
export function plansText(plans: readonly ObjectPlan[]): string {
  return plans
    .map((plan) => `\n# --- plan for ${harmless(plan.object)} ---\n# ${PAUSE}\n${planScript(plan)}`)
    .join('');
}

/** Plans as parts of a comment that can be opened. */
export function plansMarkdown(plans: readonly ObjectPlan[]): string {
  return plans
    .map((plan) => {
      // Nothing is Markdown in the line of a tag.
      const summary = `<summary>Plan for <code>${xmlText(harmless(plan.object))}</code></summary>`;
      return `\n<details>${summary}\n\n${PAUSE}\n\n${markdownBlock(planScript(plan), 'sh')}\n\n</details>\n`;
    })
    .join('');
}

/** One plan as a script for a POSIX shell: its sentences are comments. */
export function planScript({ steps }: ObjectPlan): string {
  return `set -eu\n${steps.map((step, index) => `# ${index + 1}. ${harmless(step.what)}\n${linesOf(step)}`).join('')}`;
}

function linesOf({ commands = [], manifests = [] }: PlanStep): string {
  const applied = manifests.map(
    (manifest) =>
      `kubectl apply --server-side --force-conflicts --filename - <<'EOF'\n${printYaml(manifest)}EOF\n`,
  );
  return [...commands.map((line) => `${harmless(line)}\n`), ...applied].join('');
}
