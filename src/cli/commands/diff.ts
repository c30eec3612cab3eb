/** The command `diff`: what it takes. */
import { Command, EXCLUDE, HELP, KUBERNETES, NAMESPACE } from '../options';

/** How a comparison is written. */
export const DIFF_FORMATS = ['text', 'json', 'markdown', 'sarif', 'github', 'mermaid', 'svg', 'html'] as const;

const ENGINES = ['argo', 'flux', 'helm', 'none'] as const;

/** What a change of manifests does to a cluster. */
export const DIFF: Command = {
  name: 'diff',
  usage: 'diff OLD NEW [options]',
  summary: 'show what a change of manifests does: what is refused, what restarts, what happens to the data',
  details: [
    'Compares two files, directories or Git revisions of them (main:deploy) as an API server stores them, without a cluster. OLD is what has been',
    'applied; NEW is applied after it, in the order of the files, and what is only in OLD is pruned. Of each object it tells whether it is unchanged,',
    'changed, refused (with the server\'s reason), created or deleted; of workloads whether pods restart; of claims and volumes what happens to the data.',
    'Exit status: 0 if all is fine, 1 if something is refused or data is lost, 2 for wrong usage or unreadable input.',
  ],
  options: [
    { name: 'output', short: 'o', value: 'FORMAT', choices: DIFF_FORMATS, help: 'text (the default), json, markdown (comments), sarif, github (annotations); or the volume map: mermaid, svg, html' },
    { name: 'server-side', help: 'applied by server-side apply, as by Flux (the default)' },
    { name: 'client-side', help: 'applied by kubectl apply, as by Argo CD unless it is told ServerSideApply=true' },
    { name: 'bound', value: 'CLAIMS', isRepeatable: true, help: 'which claims of OLD are bound: all, none, or names; what is not said is told from the manifests' },
    { name: 'engine', value: 'NAME', choices: ENGINES, help: 'who prunes, whose marks keep objects: argo, flux, helm or none; by default those of any count' },
    { name: 'plan', help: 'add the way out of each refusal, step by step: commands and manifests that keep the data (text, markdown and json)' },
    { name: 'fresh', help: 'nothing of OLD is in the cluster yet: all of NEW is created' },
    KUBERNETES,
    EXCLUDE,
    NAMESPACE,
    HELP,
  ],
  examples: [
    'cdk8s-volumes diff main:dist/manifests dist/manifests',
    'cdk8s-volumes diff old.yaml new.yaml -o markdown --client-side',
  ],
  run: async (args, command, io) => loadDiff().runDiff(args, command, io),
};

function loadDiff(): typeof import('../diff-command') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('../diff-command') as typeof import('../diff-command');
}
