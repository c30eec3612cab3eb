/** The command `map`: what it takes. */
import { MAP_FORMATS } from '../../map/formats';
import { Command, HELP, JUDGING, TELLING } from '../options';

/** Who mounts what, as a picture. */
export const MAP: Command = {
  name: 'map',
  usage: 'map [FILE|DIR|-]... [options]',
  summary: 'draw which workloads mount which claims, and what backs the claims',
  details: [
    'Reads Kubernetes objects as check does, and draws workloads, claims, volumes, classes and drivers, namespace by namespace. The replicas of a workload are one box, access modes and mounts are on the arrows, and findings of check are red. Mermaid draws no more than 500 arrows in one diagram: a map with more than 400 becomes Markdown with a diagram for each namespace, or for parts of one.',
    'Exit status: 0 if the map was drawn, whatever was found; 1 if files or documents are unreadable, without which the rest is drawn; 2 for incorrect usage.',
  ],
  options: [
    {
      name: 'output',
      short: 'o',
      value: 'FORMAT',
      choices: MAP_FORMATS,
      help: 'text (a tree, the default on a terminal), mermaid (the default otherwise), svg, html (a self-contained page with search) or json',
    },
    {
      name: 'out-file',
      value: 'FILE',
      files: 'file',
      help: 'write the map to this file instead of printing it',
    },
    {
      name: 'expand',
      help: 'draw each object for itself: six or more that are alike are one box or line by default',
    },
    ...JUDGING,
    ...TELLING,
    HELP,
  ],
  examples: [
    'cdk8s-volumes map dist/ -o svg --out-file volumes.svg',
    'kubectl get deploy,sts,ds,cronjob,pvc,pv,sc,csidriver -A -o yaml | cdk8s-volumes map - -o html --out-file volumes.html',
  ],
  load: () => (require('../map-command') as typeof import('../map-command')).runMap,
};
