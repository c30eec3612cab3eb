/** The command `check`: what it takes. */
import { ruleIds } from './rules';
import { describeFormats, REPORT_FORMATS } from '../../report/formats';
import { QUESTIONS } from '../../what-if/questions';
import {
  Command,
  CRDS,
  ENGINE,
  FULL_REPORT,
  HELP,
  JUDGING,
  MAX_PLACES,
  STRICT,
  TELLING,
} from '../options';

/** What is wrong with anybody's manifests. */
export const CHECK: Command = {
  name: 'check',
  usage: 'check [FILE|DIR|-]... [options]',
  summary: 'find problems with volumes, claims and pods in any manifests',
  details: [
    'Reads Kubernetes objects from files, from all *.yaml, *.yml and *.json files in directories (except in hidden folders), and from standard input (-, or no argument at all), and checks all of them together. An error means that something cannot work, or that data is lost, in any cluster; a warning means that it may not work, or that it depends on the cluster: describe yours with --kubernetes, --platform and a config file.',
    'Exit status: 0 if all is fine, 1 if errors were found (with --strict, warnings too), 2 for incorrect usage.',
  ],
  options: [
    {
      name: 'output',
      short: 'o',
      value: 'FORMAT',
      choices: REPORT_FORMATS,
      help: describeFormats(),
    },
    MAX_PLACES,
    FULL_REPORT,
    ...TELLING,
    ...JUDGING,
    CRDS,
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
      help: 'write all findings to this file: the same as cdk8s-volumes baseline --out-file FILE',
    },
    {
      name: 'explain',
      value: 'RULE',
      candidates: ruleIds,
      help: 'explain a rule: the same as cdk8s-volumes rules RULE',
    },
    {
      name: 'explain-ownership',
      help: 'explain who sets the groups of volumes: the same as cdk8s-volumes ownership',
    },
    STRICT,
    {
      name: 'what-if',
      value: 'EVENT',
      choices: QUESTIONS,
      help: 'report which data an event would delete: the same as cdk8s-volumes what-if EVENT',
    },
    ENGINE,
    HELP,
  ],
  examples: [
    'cdk8s-volumes check deploy/ --kubernetes 1.34',
    'helm template charts/app | cdk8s-volumes check -',
    'cdk8s-volumes check deploy/ -o sarif > volumes.sarif',
    'cdk8s-volumes check deploy/ --cluster live.json',
    'cdk8s-volumes check deploy/ --baseline known.json',
  ],
  load: () => (require('../check-command') as typeof import('../check-command')).runCheck,
};
