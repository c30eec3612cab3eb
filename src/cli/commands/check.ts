/** The command `check`: what it takes. */
import { REPORT_FORMATS } from '../../report/names';
import { QUESTIONS } from '../../what-if/questions';
import { Command, CONFIG, ENGINES, EXCLUDE, HELP, KUBERNETES, NAMESPACE, PLATFORM } from '../options';

/** What is wrong with anybody's manifests. */
export const CHECK: Command = {
  name: 'check',
  usage: 'check [FILE|DIR|-]... [options]',
  summary: 'find what is wrong with volumes, claims and pods in any manifests',
  details: [
    'Reads Kubernetes objects from files, from all *.yaml, *.yml and *.json files in directories (those in hidden folders left out), and from standard',
    'input (-, or no argument at all), and judges all of them together. An error cannot work or loses data, whatever the cluster looks like; a warning',
    'may not work, or depends on what is not in the input. What is unknown is not guessed: say more with --kubernetes, --platform and a config file.',
    'Exit status: 0 if all is fine, 1 if errors were found (with --strict, warnings too), 2 for wrong usage or unreadable input.',
    'With --what-if: 1 if data would be deleted (with --strict, also if it would be left without a claim, or if the files do not tell).',
  ],
  options: [
    { name: 'output', short: 'o', value: 'FORMAT', choices: REPORT_FORMATS, help: 'text (the default), json, sarif (code scanning), junit (test reports), github (annotations) or markdown (comments)' },
    KUBERNETES,
    PLATFORM,
    CONFIG,
    EXCLUDE,
    NAMESPACE,
    { name: 'baseline', value: 'FILE', files: 'file', help: 'report only what is not in this file' },
    { name: 'write-baseline', value: 'FILE', files: 'file', help: 'write all findings to this file, to be known from now on, instead of printing them' },
    { name: 'explain', value: 'RULE', help: 'explain a rule, with its reason and source, instead of checking anything' },
    { name: 'explain-ownership', help: 'say of each volume of pods with an fsGroup who gives it to the group, and why, instead of what is wrong' },
    { name: 'strict', help: 'treat warnings as errors' },
    {
      name: 'what-if',
      value: 'EVENT',
      choices: QUESTIONS,
      help: 'say instead which data would be lost: by deleting the application, pruning its objects, forcing a change, uninstalling all',
    },
    { name: 'gitops', value: 'ENGINE', choices: Object.keys(ENGINES), help: 'what applies the manifests; without this, target.gitops of the configuration' },
    HELP,
  ],
  examples: [
    'cdk8s-volumes check deploy/ --kubernetes 1.34',
    'helm template charts/app | cdk8s-volumes check -',
    'cdk8s-volumes check deploy/ -o sarif > volumes.sarif',
    'cdk8s-volumes check --explain storage/claim-limit',
    'cdk8s-volumes check deploy/ --what-if delete-app --gitops argo',
  ],
  run: async (args, command, io) => loadCheck().runCheck(args, command, io),
};

function loadCheck(): typeof import('../check-command') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('../check-command') as typeof import('../check-command');
}
