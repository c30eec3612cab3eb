/** The command `diff`: what it takes. */
import {
  CLUSTER,
  COLOR,
  Command,
  CONFIG,
  CRDS,
  EXCLUDE,
  FULL_REPORT,
  HELP,
  KUBERNETES,
  NAMESPACE,
  PLATFORM,
  QUIET,
  VERBOSE,
} from '../options';

/** How a comparison is written. */
const DIFF_FORMATS = [
  'text',
  'json',
  'markdown',
  'sarif',
  'github',
  'mermaid',
  'svg',
  'html',
] as const;

const ENGINES = ['argo', 'flux', 'helm', 'kubectl', 'none'] as const;

const FAILING = ['lost', 'may-be-lost', 'left-behind'] as const;

export const DIFF: Command = {
  name: 'diff',
  usage: 'diff [OLD] NEW [options]',
  summary:
    'show what a change to manifests does: what is rejected, what restarts, what happens to the data',
  details: [
    "Compares two files, directories or Git revisions of them (main:deploy) as an API server stores them, without a cluster. OLD is what has been applied; NEW is applied after it, in the order of the files, and what is only in OLD is pruned. For each object, it reports whether it is unchanged, changed, refused (with the server's reason), created or deleted; for workloads, whether pods restart; for claims and volumes, what happens to the data.",
    'With --cluster, NEW is applied to what lives in a cluster, and OLD can be left out: what was changed there, and who owns which field, counts as well.',
    'Data is lost (its storage is deleted), may be lost (with what it depends on), left behind (it stays, and its program starts without it) or kept.',
    'Exit status: 0 if all is fine, 1 if something is refused, data is lost (with --strict: or may be lost) or a file is unreadable, 2 for incorrect usage.',
  ],
  options: [
    {
      name: 'output',
      short: 'o',
      value: 'FORMAT',
      choices: DIFF_FORMATS,
      help: 'text (the default), json, markdown (comments), sarif, github (annotations); or the volume map: mermaid, svg, html',
    },
    { name: 'server-side', help: 'use server-side apply, like Flux (the default)' },
    {
      name: 'client-side',
      help: 'use client-side kubectl apply, like Argo CD without ServerSideApply=true',
    },
    {
      name: 'bound',
      value: 'CLAIMS',
      isRepeatable: true,
      help: 'which claims of OLD are bound: all, none, or names; the others are derived from the manifests',
    },
    {
      name: 'engine',
      alias: 'gitops',
      value: 'NAME',
      choices: ENGINES,
      help: 'who prunes, and whose annotations count: argo, flux, helm, kubectl or none; derived from Applications and Kustomizations by default',
    },
    {
      name: 'no-prune',
      help: 'the engine deletes nothing that left the files, like kubectl apply without --prune',
    },
    {
      name: 'strict',
      help: 'exit with 1 also if data may be lost: the same as --fail-on may-be-lost',
    },
    {
      name: 'fail-on',
      value: 'DATA',
      choices: FAILING,
      help: 'what may not become of data: lost (the default), may-be-lost as well, or left-behind as well',
    },
    {
      name: 'plan',
      help: 'add a plan for each refusal, step by step: commands and manifests that keep the data (text, markdown and json)',
    },
    {
      name: 'fresh',
      help: 'nothing of OLD is in the cluster yet, and OLD can be left out: all of NEW is created',
    },
    CLUSTER,
    CRDS,
    {
      name: 'drift',
      help: 'with --cluster: also report what was changed by hand, and what the next sync does about it: reverted, kept or refused (text, markdown, json); with --strict, exit with 1 if there is any',
    },
    {
      name: 'field-manager',
      value: 'NAME',
      help: 'with --cluster: the field manager that applies; default: that of the engine, such as argocd-controller',
    },
    {
      name: 'force-conflicts',
      help: 'with --cluster: take fields that others own, like kubectl apply --server-side --force-conflicts; Argo CD and Flux always do',
    },
    {
      name: 'application',
      value: 'NAME',
      help: 'with --cluster: the Application, Kustomization or release that NEW is of; derived from the marks of live objects by default',
    },
    KUBERNETES,
    PLATFORM,
    CONFIG,
    EXCLUDE,
    NAMESPACE,
    {
      name: 'no-what-if',
      help: 'leave out what later events do to data (markdown)',
    },
    FULL_REPORT,
    QUIET,
    VERBOSE,
    COLOR,
    HELP,
  ],
  examples: [
    'cdk8s-volumes diff main:dist/manifests dist/manifests',
    'cdk8s-volumes diff deploy/ --cluster live.json --drift',
    'cdk8s-volumes diff old.yaml new.yaml -o markdown --client-side',
  ],
  load: () => (require('../diff-command') as typeof import('../diff-command')).runDiff,
};
