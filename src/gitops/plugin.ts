/** The config-management plug-in that synthesizes an app of cdk8s inside Argo CD: its files. */
import { DELIVERY_RULES as RULES } from './delivery-rules';
import { besideTypes, Finding, show, violation } from '../findings';
import { Fields, imageProblem, labelProblems, parseDuration } from '../kube';
import { conform } from '../object';
import { checkContainerResources, POD_RULES } from '../pod';
import { always, data, Of, objectOf, Shape, string, text } from '../shape';
import { printYaml } from '../yaml';

/** What can be chosen about the plug-in. */
export const PLUGIN_SHAPE = objectOf({
  name: always(string),
  version: always(text),
  image: always(string),
  baseImage: always(string),
  // How long one command may take: a duration of Go.
  timeout: text,
  // What its container may use.
  resources: data as Shape<Fields>,
});
export type PluginSpec = Of<typeof PLUGIN_SHAPE>;

/** All findings on the plug-in. */
export function checkPlugin({
  name,
  version,
  image,
  baseImage,
  timeout,
  resources,
}: PluginSpec): Finding[] {
  return [
    // It is the name of a container as well.
    ...(name === undefined
      ? []
      : labelProblems(name).map((problem) =>
          violation(RULES.plugin, 'name', `${show(name)}: ${problem}`, 'use a name such as cdk8s'),
        )),
    ...(version === undefined || /^[\w.-]+$/.test(version)
      ? []
      : [
          violation(
            RULES.plugin,
            'version',
            `${show(version)} is not a version`,
            'use letters, digits, dots and dashes, such as v1.0',
          ),
        ]),
    ...(
      [
        ['image', image],
        ['baseImage', baseImage],
      ] as const
    ).flatMap(([option, given]) => {
      const problem = given === undefined ? `${option} is required` : imageProblem(given);
      return problem === undefined
        ? []
        : [
            violation(
              RULES.plugin,
              option,
              given === undefined ? problem : `${show(given)}: ${problem}`,
              'use an image such as registry.example.com/argocd-cdk8s:1.0.0',
            ),
          ];
    }),
    ...(timeout !== undefined && (parseDuration(timeout) ?? 1n) <= 0n
      ? [
          violation(
            RULES.plugin,
            'timeout',
            'the time is zero',
            'use one such as Duration.minutes(3)',
          ),
        ]
      : []),
    ...(resources === undefined ? [] : checkResources(resources)),
  ];
}

function checkResources(resources: Fields): Finding[] {
  const { part, findings } = conform(resources, 'ResourceRequirements', 'resources', POD_RULES);
  return [
    ...findings,
    ...besideTypes(checkContainerResources({ resources: part, field: 'resources' }), findings),
  ];
}

/**
 * What a container may use that nobody has said more of: an app of some thousand objects, and
 * packages being installed.
 */
const RESOURCES = {
  requests: { cpu: '100m', memory: '256Mi' },
  limits: { cpu: '2', memory: '2Gi' },
};
/** Checkouts with their packages, of all repositories that are synthesized at once. */
const MOST_FILES = '10Gi';

/**
 * All repositories are synthesized by one user in one container, each by code of its own. So that
 * nothing that one leaves behind is read or run by the next, each command has a home and a folder
 * for temporary files to itself. They lie in the checkout, which Argo CD removes even after a
 * command that it has killed. Above the checkouts, Node.js, npm and TypeScript look for what they
 * do not find in them.
 */
const APART = `set -eu
HOME=$(mktemp -d "$PWD/.run.XXXXXX")
trap 'rm -rf "$HOME"' EXIT
trap 'exit 1' HUP INT TERM
TMPDIR=$HOME/tmp
mkdir "$TMPDIR"
export HOME TMPDIR
case $PWD in */_cmp_server/*)
  tmp=$(printf '%s' "$PWD" | sed 's,/_cmp_server/.*,,')
  for above in "$tmp" "$tmp/_cmp_server"; do
    rm -rf "$above/node_modules" "$above/package.json" "$above/.npmrc" "$above/tsconfig.json" "$above/.git"
  done
esac
`;

/**
 * What a repository has installed before it is synthesized. Scripts of packages are not run: few
 * need theirs.
 */
const INIT = `${APART}npm ci --ignore-scripts --no-audit --no-fund 1>&2
`;

/**
 * Standard output is for manifests alone. Each file is a document of its own, in the order of the
 * names, so that the same commit makes the same bytes.
 */
const GENERATE = `${APART}out=$HOME/manifests
npx --no-install cdk8s synth --check-upgrade=false --output "$out" 1>&2
find "$out" -type f -name '*.yaml' | LC_ALL=C sort | while IFS= read -r file; do
  printf -- '---\\n'
  cat "$file"
done
`;

/** `plugin.yaml`: what the server of the plug-in does. */
function pluginOf({ name, version }: PluginSpec): Fields {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ConfigManagementPlugin',
    metadata: { name },
    spec: {
      version,
      init: { command: ['sh', '-c'], args: [INIT] },
      generate: { command: ['sh', '-c'], args: [GENERATE] },
      discover: { fileName: './cdk8s.yaml' },
    },
  };
}

/** The patch for the Deployment argocd-repo-server: the plug-in runs beside it. */
function sidecarOf({ name, image, timeout, resources }: PluginSpec): Fields {
  const tmp = `${name}-tmp`;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'argocd-repo-server' },
    spec: {
      template: {
        spec: {
          containers: [
            {
              name,
              image,
              command: ['/var/run/argocd/argocd-cmp-server'],
              ...(timeout === undefined
                ? {}
                : { env: [{ name: 'ARGOCD_EXEC_TIMEOUT', value: timeout }] }),
              resources: resources ?? RESOURCES,
              securityContext: {
                allowPrivilegeEscalation: false,
                capabilities: { drop: ['ALL'] },
                readOnlyRootFilesystem: true,
                runAsNonRoot: true,
                runAsUser: 999,
                seccompProfile: { type: 'RuntimeDefault' },
              },
              volumeMounts: [
                // The program that every plug-in runs.
                { name: 'var-files', mountPath: '/var/run/argocd', readOnly: true },
                { name: 'plugins', mountPath: '/home/argocd/cmp-server/plugins' },
                // Not the one of the repository server: it must not see what that one has there.
                { name: tmp, mountPath: '/tmp' },
              ],
            },
          ],
          volumes: [{ name: tmp, emptyDir: { sizeLimit: MOST_FILES } }],
        },
      },
    },
  };
}

function containerFileOf({ baseImage }: PluginSpec): string {
  return `FROM ${baseImage}
COPY plugin.yaml /home/argocd/cmp-server/config/plugin.yaml
# Argo CD shares a socket with it, as this user.
USER 999
WORKDIR /tmp
`;
}

/** All files of the plug-in, by their names. */
export function pluginFiles(spec: PluginSpec): { readonly [file: string]: string } {
  return {
    'plugin.yaml': printYaml(pluginOf(spec)),
    'repo-server-patch.yaml': printYaml(sidecarOf(spec)),
    Containerfile: containerFileOf(spec),
    'kustomization.yaml': printYaml({
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      patches: [
        {
          path: 'repo-server-patch.yaml',
          target: { kind: 'Deployment', name: 'argocd-repo-server' },
        },
      ],
    }),
  };
}
