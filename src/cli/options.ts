/** Types of commands and options: data for the parser, the help and the completion of shells. */
import type { Arguments } from './args';
import type { Io, Status } from './io';
import { PLATFORMS } from '../facts/platforms';

export interface Option {
  readonly name: string;
  readonly short?: string;
  /** A former long name, which means the same. */
  readonly alias?: string;
  /** What its value is called; an option without one is a switch. */
  readonly value?: string;
  readonly isRepeatable?: boolean;
  readonly choices?: readonly string[];
  /** What completion offers, where the values are too many for the help. */
  readonly candidates?: () => readonly string[];
  readonly files?: 'file' | 'directory';
  readonly help: string;
}

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly details: readonly string[];
  readonly options: readonly Option[];
  readonly examples: readonly string[];
  /** What its arguments can be, if they are not files; with `andFiles` its first one. */
  readonly choices?: readonly string[];
  readonly andFiles?: boolean;
  /** What completion offers as arguments, where they are too many for the help. */
  readonly candidates?: () => readonly string[];
  /**
   * Loads what runs it: whatever only says its version or helps a shell starts at once. Running it
   * throws a `UsageError` before anything is written.
   */
  readonly load: () => (args: Arguments, command: Command, io: Io) => Promise<Status>;
}

/** The option of the program, and of all commands. */
export const HELP: Option = { name: 'help', short: 'h', help: 'print this help' };

export const EXCLUDE: Option = {
  name: 'exclude',
  value: 'GLOB',
  isRepeatable: true,
  help: 'exclude files and folders by name, such as values.yaml, or by path, such as charts/**',
};

/** Of commands that judge: the version of the cluster. */
export const KUBERNETES: Option = {
  name: 'kubernetes',
  value: 'VERSION',
  help: 'the Kubernetes version of the cluster, such as 1.34',
};

/** Of commands that judge: what the cluster runs on. */
export const PLATFORM: Option = {
  name: 'platform',
  value: 'PLATFORM',
  choices: PLATFORMS,
  help: 'the platform of the cluster',
};

/** Of commands that judge: where objects are that do not say so. */
export const NAMESPACE: Option = {
  name: 'namespace',
  short: 'n',
  value: 'NS',
  help: 'the namespace of objects that do not specify one (default: default)',
};

/** Of commands that look at manifests: what lives in the cluster. */
export const CLUSTER: Option = {
  name: 'cluster',
  value: 'FILE|DIR|-',
  files: 'file',
  help: 'what lives in the cluster: the output of the command that cdk8s-volumes read-out prints',
};

/** Of commands that judge custom resources: what defines their kinds. */
export const CRDS: Option = {
  name: 'crds',
  value: 'DIR',
  files: 'directory',
  help: 'CustomResourceDefinitions, or schemas named GROUP/KIND_VERSION.json, for custom resources that neither the files nor the cluster define',
};

/** What brings manifests into clusters, as options name it. */
export const ENGINES = { argo: 'argocd', flux: 'flux' } as const;

/** Of commands that judge: what brings the manifests into the cluster. */
export const ENGINE: Option = {
  name: 'engine',
  alias: 'gitops',
  value: 'ENGINE',
  choices: Object.keys(ENGINES),
  help: 'what applies the manifests: argo or flux; default: target.gitops of the configuration',
};

/** Of commands that write for people or for programs. */
export const TEXT_OR_JSON: Option = {
  name: 'output',
  short: 'o',
  value: 'FORMAT',
  choices: ['text', 'json'],
  help: 'text (the default) or json',
};

/** Of commands that report findings. */
export const STRICT: Option = { name: 'strict', help: 'treat warnings as errors' };

/** Of commands that write for people: when colours are used. */
export const COLOR: Option = {
  name: 'color',
  value: 'WHEN',
  choices: ['always', 'never', 'auto'],
  help: 'color the text: always, never, or auto (the default: on a terminal)',
};

/** Of commands that report findings as text. */
export const MAX_PLACES: Option = {
  name: 'max-places',
  value: 'N',
  help: 'list at most N places of findings that say the same (text); default: all',
};

/** Of commands whose reports may be cut. */
export const FULL_REPORT: Option = {
  name: 'full-report',
  value: 'FILE',
  files: 'file',
  help: 'also write the report to this file, whole, where what is printed is cut',
};

/** Of commands that read files: nothing but what they are asked for. */
export const QUIET: Option = {
  name: 'quiet',
  short: 'q',
  help: 'print nothing but the result: no notes on skipped files, no counts, no progress',
};

/** Of commands that read files: all that they skip. */
export const VERBOSE: Option = {
  name: 'verbose',
  help: 'list every file that is skipped, and why',
};

/** The option of all commands that obey a configuration. */
export const CONFIG: Option = {
  name: 'config',
  value: 'FILE',
  files: 'file',
  help: 'the configuration file; default: cdk8s-volumes.yaml in the working directory, if it exists',
};

/** Of commands that judge manifests: which there are, and what they are for. */
export const JUDGING: readonly Option[] = [
  CLUSTER,
  KUBERNETES,
  PLATFORM,
  CONFIG,
  EXCLUDE,
  NAMESPACE,
];

/** Of commands that read files and write for people: how much they say, and how. */
export const TELLING: readonly Option[] = [QUIET, VERBOSE, COLOR];
