/** The command `check`: what it takes. */
import { REPORT_FORMATS } from '../../report/names';
import { QUESTIONS } from '../../what-if/questions';
import {
  CLUSTER,
  Command,
  COLOR,
  CONFIG,
  ENGINES,
  EXCLUDE,
  FULL_REPORT,
  HELP,
  KUBERNETES,
  MAX_PLACES,
  NAMESPACE,
  PLATFORM,
  QUIET,
  STRICT,
  VERBOSE,
} from '../options';

/** What is wrong with anybody's manifests. */
export const CHECK: Command = {
  name: 'check',
  usage: 'check [FILE|DIR|-]... [options]',
  summary: 'find problems with volumes, claims and pods in any manifests',
  details: [
    'Reads Kubernetes objects from files, from all *.yaml, *.yml and *.json files in directories (except in hidden folders), and from standard input (-, or no argument at all), and checks all of them together. An error means that something cannot work, or that data is lost, in any cluster; a warning means that it may not work, or that it depends on the cluster: describe yours with --kubernetes, --platform and a config file.',
    'Exit status: 0 if all is fine, 1 if errors were found (with --strict, warnings too), 2 for incorrect usage. With --what-if: 1 if data would be deleted (with --strict, also if it would be left without a claim, or if the files do not tell).',
  ],
  options: [
    {
      name: 'output',
      short: 'o',
      value: 'FORMAT',
      choices: REPORT_FORMATS,
      help: 'text (the default), unix (one line each), json, sarif (code scanning), junit (test reports), github (annotations) or markdown (comments)',
    },
    MAX_PLACES,
    FULL_REPORT,
    QUIET,
    VERBOSE,
    COLOR,
    CLUSTER,
    KUBERNETES,
    PLATFORM,
    CONFIG,
    EXCLUDE,
    NAMESPACE,
    {
      name: 'baseline',
      value: 'FILE',
      files: 'file',
      help: 'report only what is not in this file',
    },
    {
      name: 'write-baseline',
      value: 'FILE',
      files: 'file',
      help: 'write all findings to this file, as the baseline of known findings, instead of printing them',
    },
    {
      name: 'explain',
      value: 'RULE',
      help: 'explain a rule, with its reason and source, instead of checking anything',
    },
    {
      name: 'explain-ownership',
      help: 'explain for each volume of pods with an fsGroup what gives it to the group, and why, instead of checking anything',
    },
    STRICT,
    {
      name: 'what-if',
      value: 'EVENT',
      choices: QUESTIONS,
      help: 'report instead which data would be lost by an event: delete-app, prune, force (a change), or uninstall (of everything)',
    },
    {
      name: 'gitops',
      value: 'ENGINE',
      choices: Object.keys(ENGINES),
      help: 'what applies the manifests; default: target.gitops of the configuration',
    },
    HELP,
  ],
  examples: [
    'cdk8s-volumes check deploy/ --kubernetes 1.34',
    'helm template charts/app | cdk8s-volumes check -',
    'cdk8s-volumes check deploy/ -o sarif > volumes.sarif',
    'cdk8s-volumes check --explain storage/claim-limit',
    'cdk8s-volumes check deploy/ --cluster live.json',
    'cdk8s-volumes check deploy/ --what-if delete-app --gitops argo',
  ],
  run: async (args, command, io) => loadCheck().runCheck(args, command, io),
};

function loadCheck(): typeof import('../check-command') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('../check-command') as typeof import('../check-command');
}
