/** The command `baseline`: what it takes. */
import { Command, CRDS, ENGINE, HELP, JUDGING, TELLING } from '../options';

export const BASELINE: Command = {
  name: 'baseline',
  usage: 'baseline [FILE|DIR|-]... [options]',
  summary: 'record all findings, so that check --baseline reports only new ones',
  details: [
    'Checks Kubernetes objects as check does, and prints a file of what was found, sorted, which check --baseline reads.',
    'Exit status: 0, whatever was found; 2 for incorrect usage.',
  ],
  options: [
    {
      name: 'out-file',
      value: 'FILE',
      files: 'file',
      help: 'write the baseline to this file instead of printing it',
    },
    ENGINE,
    ...JUDGING,
    CRDS,
    ...TELLING,
    HELP,
  ],
  examples: [
    'cdk8s-volumes baseline deploy/ --out-file known.json',
    'cdk8s-volumes check deploy/ --baseline known.json',
  ],
  load: () => (require('../modes') as typeof import('../modes')).runBaseline,
};
