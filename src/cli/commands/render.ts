/** The command `render`: what it takes. */
import { FORMATS } from '../../render/format';
import { Command, CONFIG, ENGINES, EXCLUDE, HELP, KUBERNETES, PLATFORM } from '../options';

/** What presets of operators there are. */
const PRESETS = ['binary', 'chart'];

/** Custom resources into plain objects. */
export const RENDER: Command = {
  name: 'render',
  usage: 'render [FILE|DIR|-]... [options]',
  summary: 'replace LocustTests, SharedVolumes and PVCViewers with the objects that they stand for',
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
    EXCLUDE,
    { name: 'only', help: 'leave out everything but these resources' },
    {
      name: 'pass-through',
      value: 'KIND',
      isRepeatable: true,
      help: 'leave resources of a kind as they are: another project\'s LocustTest, as KIND, KIND.GROUP or KIND.VERSION.GROUP',
    },
    {
      name: 'gitops',
      value: 'ENGINE',
      choices: Object.keys(ENGINES),
      help: 'write the annotations that this engine needs: order, guards of data, Jobs under hashed names; lists are taken apart',
    },
    CONFIG,
    KUBERNETES,
    PLATFORM,
    { name: 'namespace', short: 'n', value: 'NS', help: 'the namespace of resources that name none' },
    { name: 'findings', value: 'FILE', files: 'file', help: 'write the findings as JSON as well; - prints them instead of objects, or beside --out-dir' },
    { name: 'strict', help: 'treat warnings as errors' },
    HELP,
  ],
  examples: [
    'cdk8s-volumes render load/ | kubectl apply -f -',
    'cdk8s-volumes render tests.yaml --out-dir dist --strict',
    'cdk8s-volumes render deploy/ --gitops argo --out-dir dist',
    'kubectl get locusttests -A -o yaml | cdk8s-volumes render - --operator-mode',
  ],
  run: async (args, command, io) => loadRender().runRender(args, command, io),
};

function loadRender(): typeof import('../render-command') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('../render-command') as typeof import('../render-command');
}
