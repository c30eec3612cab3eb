/** The commands and their options: one table for the parser, the help and the completion of shells. */
import { FORMATS } from '../render/format';

/** One option of a command. */
export interface Option {
  readonly name: string;
  readonly short?: string;
  /** What its value is called; an option without one is a switch. */
  readonly value?: string;
  readonly isRepeatable?: boolean;
  readonly choices?: readonly string[];
  readonly files?: 'file' | 'directory';
  readonly help: string;
}

/** One command. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly details: readonly string[];
  readonly options: readonly Option[];
  readonly examples: readonly string[];
  /** What its arguments can be, if they are no files. */
  readonly choices?: readonly string[];
}

/** What presets of operators there are. */
export const PRESETS = ['binary', 'chart'] as const;
/** What shells can be taught. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

const HELP: Option = { name: 'help', short: 'h', help: 'say this' };

const RENDER: Command = {
  name: 'render',
  usage: 'render [FILE|DIR|-]... [options]',
  summary: 'replace LocustTests, SharedVolumes and PVCViewers by the objects that they stand for',
  details: [
    'Reads Kubernetes objects from files, from all *.yaml, *.yml and *.json files in directories (those in hidden folders and in --out-dir left out),',
    'and from standard input (-, or no argument at all). Prints all objects in the order in which they are to be applied.',
    'Exit status: 0 if all is fine, 1 if errors were found (with --strict, warnings too), 2 for wrong usage or unreadable input; only with 0 is there output.',
  ],
  options: [
    { name: 'output', short: 'o', value: 'FORMAT', choices: FORMATS, help: 'yaml (the default), or json: one List' },
    { name: 'out-dir', value: 'DIR', files: 'directory', help: 'write one file for each input file, all or none, instead of printing' },
    { name: 'operator-mode', help: 'write exactly what the operators would, with their verdicts; what only this tool objects to is a warning' },
    { name: 'operator-preset', value: 'PRESET', choices: PRESETS, help: 'whose defaults the Locust operator has: those of its chart (the default), or of its binary' },
    { name: 'operator-env', value: 'KEY=VALUE', isRepeatable: true, help: 'an environment variable of the operator; of the PVCViewer controller, DEFAULT_POD_SPEC_PATH is a file here' },
    { name: 'exclude', value: 'GLOB', isRepeatable: true, help: 'leave out files and folders by name, such as values.yaml, or by path, such as charts/**' },
    { name: 'only', help: 'leave out what is none of these resources' },
    {
      name: 'pass-through',
      value: 'KIND',
      isRepeatable: true,
      help: 'leave resources of a kind as they are: another project\'s LocustTest, as KIND, KIND.GROUP or KIND.VERSION.GROUP',
    },
    { name: 'namespace', short: 'n', value: 'NS', help: 'the namespace of resources that name none' },
    { name: 'findings', value: 'FILE', files: 'file', help: 'write the findings as JSON as well; - prints them instead of objects, or beside --out-dir' },
    { name: 'strict', help: 'take warnings for errors' },
    HELP,
  ],
  examples: [
    'cdk8s-volumes render load/ | kubectl apply -f -',
    'cdk8s-volumes render tests.yaml --out-dir dist --strict',
    'kubectl get locusttests -A -o yaml | cdk8s-volumes render - --operator-mode',
  ],
};

const COMPLETION: Command = {
  name: 'completion',
  usage: 'completion bash|zsh|fish',
  summary: 'print the completion script of a shell',
  details: [],
  options: [HELP],
  examples: [
    'source <(cdk8s-volumes completion bash)',
    'cdk8s-volumes completion zsh > "${fpath[1]}/_cdk8s-volumes"',
    'cdk8s-volumes completion fish > ~/.config/fish/completions/cdk8s-volumes.fish',
  ],
  choices: SHELLS,
};

/** All commands. */
export const COMMANDS: readonly Command[] = [RENDER, COMPLETION];

/** Options of the program itself. */
export const GLOBAL_OPTIONS: readonly Option[] = [HELP, { name: 'version', help: 'say the version' }];

/** The command of a name. */
export function commandOf(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
