/** The command `read-out`: what it takes. */
import { Command, CONFIG, EXCLUDE, HELP, KUBERNETES } from '../options';

/** Which command prints what `--cluster` reads. */
export const READ_OUT: Command = {
  name: 'read-out',
  usage: 'read-out [FILE|DIR|-]... [options]',
  summary: 'print the kubectl command whose output --cluster reads',
  details: [
    'Prints one kubectl get of all kinds that decide about storage and its users, in all namespaces. Nothing is run, and no cluster is contacted: run the command where you have access, and pass its output to --cluster of check, diff and map. It requests no Secrets. Kinds of objects in the files, such as custom resources, are added.',
    'ConfigMaps and environment variables of pods are in the output: do not share it more widely than them.',
    'Exit status: 0, or 2 for incorrect usage and unreadable files.',
  ],
  options: [
    KUBERNETES,
    {
      name: 'context',
      value: 'NAME',
      help: 'the context of kubectl; default: the current one',
    },
    {
      name: 'secrets',
      help: 'print a second command, which gets the names and keys of Secrets without their values',
    },
    CONFIG,
    EXCLUDE,
    HELP,
  ],
  examples: [
    'eval "$(cdk8s-volumes read-out)" > live.json && cdk8s-volumes check deploy/ --cluster live.json',
    'cdk8s-volumes read-out deploy/ --context production',
    'cdk8s-volumes read-out --kubernetes 1.32',
  ],
  load: () => (require('../read-out-command') as typeof import('../read-out-command')).runReadOut,
};
