/** The command `what-if`: what it takes. */
import { QUESTIONS } from '../../what-if/questions';
import { Command, ENGINE, HELP, JUDGING, STRICT, TELLING, TEXT_OR_JSON } from '../options';

/** Which data an event would delete. */
export const WHAT_IF: Command = {
  name: 'what-if',
  usage: 'what-if EVENT [FILE|DIR|-]... [options]',
  summary: 'show which data would be lost if the application were deleted, pruned or forced',
  details: [
    'EVENT is delete-app (the application is deleted), prune (files leave the folder), force (the engine forces a change) or uninstall (of everything). Reads Kubernetes objects as check does, and shows for each who could do it what becomes of claims, volumes and data.',
    'Exit status: 0 if all data is kept, 1 if data would be deleted (with --strict, also if it would be left without a claim, or if the files do not show it), 2 for incorrect usage.',
  ],
  options: [TEXT_OR_JSON, STRICT, ENGINE, ...JUDGING, ...TELLING, HELP],
  examples: ['cdk8s-volumes what-if delete-app deploy/ --engine argo'],
  choices: QUESTIONS,
  andFiles: true,
  load: () => (require('../modes') as typeof import('../modes')).runWhatIf,
};
