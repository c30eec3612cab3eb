/** The command `ownership`: what it takes. */
import { Command, HELP, JUDGING, TELLING, TEXT_OR_JSON } from '../options';

export const OWNERSHIP: Command = {
  name: 'ownership',
  usage: 'ownership [FILE|DIR|-]... [options]',
  summary: 'explain what sets the group of each volume of pods with an fsGroup, and why',
  details: [
    'Reads Kubernetes objects as check does. For each volume of a workload with an fsGroup, says whether kubelet, the driver or nobody sets the group of its files.',
    'Exit status: 0, 1 if files or documents are unreadable, without which the rest is explained, 2 for incorrect usage.',
  ],
  options: [TEXT_OR_JSON, ...JUDGING, ...TELLING, HELP],
  examples: ['cdk8s-volumes ownership deploy/'],
  load: () => (require('../modes') as typeof import('../modes')).runOwnership,
};
