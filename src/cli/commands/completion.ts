/** The command `completion`: what it takes. */
import { Command, HELP } from '../options';
import { SHELLS } from '../shells';

export const COMPLETION: Command = {
  name: 'completion',
  usage: 'completion bash|zsh|fish|powershell',
  summary: 'print the completion script of a shell',
  details: [],
  options: [HELP],
  examples: [
    'source <(cdk8s-volumes completion bash)',
    'cdk8s-volumes completion zsh > "${fpath[1]}/_cdk8s-volumes"',
    'cdk8s-volumes completion fish > ~/.config/fish/completions/cdk8s-volumes.fish',
    'cdk8s-volumes completion powershell | Out-String | Invoke-Expression',
  ],
  choices: SHELLS,
  load: () =>
    (require('../completion-command') as typeof import('../completion-command')).runCompletion,
};
