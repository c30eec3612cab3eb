/** The command `render`: what it takes. */
import { FORMATS } from '../../render/format';
import {
  COLOR,
  Command,
  CONFIG,
  ENGINE,
  EXCLUDE,
  HELP,
  KUBERNETES,
  MAX_PLACES,
  PLATFORM,
  QUIET,
  STRICT,
} from '../options';

const PRESETS = ['binary', 'chart'];

/** Custom resources into plain objects. */
export const RENDER: Command = {
  name: 'render',
  usage: 'render [FILE|DIR|-]... [options]',
  summary:
    'replace LocustTests, SharedVolumes and PVCViewers with the objects that their operators would create',
  details: [
    'Reads Kubernetes objects from files, from all *.yaml, *.yml and *.json files in directories (except in hidden folders and in --out-dir), and from standard input (-, or no argument at all). Prints all objects in the order in which they should be applied.',
    'Exit status: 0 if all is fine, 1 if errors were found (with --strict, warnings too), 2 for incorrect usage; there is output only with 0.',
  ],
  options: [
    {
      name: 'output',
      short: 'o',
      value: 'FORMAT',
      choices: FORMATS,
      help: 'yaml (the default), or json: one List',
    },
    {
      name: 'out-dir',
      value: 'DIR',
      files: 'directory',
      help: 'write one file for each input file, all or none, instead of printing',
    },
    {
      name: 'operator-mode',
      help: 'write exactly what the operators would, with their errors; problems that only this tool reports are warnings',
    },
    {
      name: 'operator-preset',
      value: 'PRESET',
      choices: PRESETS,
      help: 'the defaults of the Locust operator: those of its chart (the default), or of its binary',
    },
    {
      name: 'operator-env',
      value: 'KEY=VALUE',
      isRepeatable: true,
      help: 'an environment variable of the operator; of the PVCViewer controller, DEFAULT_POD_SPEC_PATH is a file here',
    },
    EXCLUDE,
    { name: 'only', help: 'leave out everything but these resources' },
    {
      name: 'pass-through',
      value: 'KIND',
      isRepeatable: true,
      help: "leave resources of a kind unchanged, such as another project's LocustTest, as KIND, KIND.GROUP or KIND.VERSION.GROUP",
    },
    {
      ...ENGINE,
      help: 'add what this engine needs: annotations for order and data protection, hashed names of Jobs; lists are split',
    },
    CONFIG,
    KUBERNETES,
    PLATFORM,
    {
      name: 'namespace',
      short: 'n',
      value: 'NS',
      help: 'the namespace of resources that do not specify one',
    },
    {
      name: 'findings',
      value: 'FILE',
      files: 'file',
      help: 'also write the findings as JSON; - prints them instead of objects, or in addition to --out-dir',
    },
    STRICT,
    MAX_PLACES,
    QUIET,
    COLOR,
    HELP,
  ],
  examples: [
    'cdk8s-volumes render load/ | kubectl apply -f -',
    'cdk8s-volumes render tests.yaml --out-dir dist --strict',
    'cdk8s-volumes render deploy/ --engine argo --out-dir dist',
    'kubectl get locusttests -A -o yaml | cdk8s-volumes render - --operator-mode',
  ],
  load: () => (require('../render-command') as typeof import('../render-command')).runRender,
};
