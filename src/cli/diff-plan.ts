/** The ways out of what is refused, as scripts that can be read, changed and run. */
import { ObjectPlan, PlanStep } from '../diff';
import { harmless } from '../findings';
import { markdownCode } from '../report/escape-markdown';
import { printYaml } from '../yaml';

const PAUSE = 'Before this: pause the engine that syncs these objects. After it: merge the change, and let the engine sync again.';

/** All plans for a terminal, one script behind the other. */
export function plansText(plans: readonly ObjectPlan[]): string {
  return plans.map((plan) => `\n# --- plan for ${harmless(plan.object)} ---\n# ${PAUSE}\n${planScript(plan)}`).join('');
}

/** Plans as parts of a comment that can be opened. */
export function plansMarkdown(plans: readonly ObjectPlan[]): string {
  return plans.map((plan) => {
    const script = planScript(plan);
    const fence = [...script.matchAll(/`+/g)].reduce((longest, [ticks]) => ticks.length < longest.length ? longest : `${ticks}\``, '```');
    return `\n<details><summary>Plan for ${markdownCode(plan.object)}</summary>\n\n${PAUSE}\n\n${fence}sh\n${script}${fence}\n\n</details>\n`;
  }).join('');
}

/** One plan as a script for a POSIX shell: its sentences are comments. */
export function planScript({ steps }: ObjectPlan): string {
  return `set -eu\n${steps.map((step, index) => `# ${index + 1}. ${harmless(step.what)}\n${linesOf(step)}`).join('')}`;
}

function linesOf({ commands = [], manifests = [] }: PlanStep): string {
  const applied = manifests.map((manifest) => `kubectl apply --server-side --force-conflicts --filename - <<'EOF'\n${printYaml(manifest)}EOF\n`);
  return [...commands.map((line) => `${harmless(line)}\n`), ...applied].join('');
}
