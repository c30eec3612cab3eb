/** The configuration file: what it says, and what is wrong with it, each with its line. */
import { readConfig } from '../../src/check';

const linesOf = (text: string) =>
  readConfig('cdk8s-volumes.yaml', text).findings.map(
    ({ severity, file, line, column, path, message, remedy, rule }) =>
      `${severity} ${file}:${line}:${column} ${path}: ${message}; ${remedy} (${rule})`,
  );

test('facts about drivers have further names', () => {
  const { config, findings } = readConfig(
    'cdk8s-volumes.yaml',
    `
target:
  drivers: [{ name: a, hasPrefix: true, isCsi: true, isAttached: false, setsGroup: true, reach: zone }, { name: b, topology: node }]
`,
  );
  expect(findings).toEqual([]);
  expect(config.target?.drivers).toEqual([
    {
      name: 'a',
      namePrefixed: true,
      csi: true,
      attachRequired: false,
      appliesFsGroup: true,
      topology: 'zone',
    },
    { name: 'b', topology: 'node' },
  ]);
});

test('a fact under both of its names is refused', () => {
  const { findings } = readConfig(
    'cdk8s-volumes.yaml',
    'target:\n  drivers: [{ name: a, reach: zone, topology: node }]\n',
  );
  expect(findings.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'target.drivers[0].reach: there is no option "reach", so "zone" would have no effect',
  ]);
});

test('a file that says everything is read as it is', () => {
  const text = `
target:
  kubernetes: "1.34"
  platform: openshift
  gitops: argocd
  podSecurity: restricted
  defaultStorageClassName: standard
  storageClassNames: [standard, fast]
  registry: registry.example.com/mirror
  digests: { "sigoden/dufs:v0.46.0": "sha256:${'0'.repeat(64)}" }
  featureGates: [ImageVolume]
  drivers: [{ name: disks.example.org, accessModes: [ReadWriteOnce], topology: zone }]
exclude: [charts/, "*.draft.yaml"]
acknowledge:
- rule: manifest/read-only-root
  object: Deployment/shop/web
  path: spec.template.spec.containers[*]
  file: deploy/**
  reason: our build writes nothing
render: { namespace: shop, only: true, passThrough: [LocustTest.v1.locust.io], operatorMode: false, operatorPreset: binary, operatorEnv: { A: b }, defaults: { PVCViewer: { readOnly: true } } }
`;
  const { config, findings } = readConfig('cdk8s-volumes.yaml', text);
  expect(findings).toEqual([]);
  expect(config).toEqual({
    target: {
      kubernetes: '1.34',
      platform: 'openshift',
      gitops: 'argocd',
      podSecurity: 'restricted',
      defaultStorageClassName: 'standard',
      storageClassNames: ['standard', 'fast'],
      registry: 'registry.example.com/mirror',
      digests: { 'sigoden/dufs:v0.46.0': `sha256:${'0'.repeat(64)}` },
      featureGates: ['ImageVolume'],
      drivers: [{ name: 'disks.example.org', accessModes: ['ReadWriteOnce'], topology: 'zone' }],
    },
    exclude: ['charts/', '*.draft.yaml'],
    acknowledge: [
      {
        rule: 'manifest/read-only-root',
        object: 'Deployment/shop/web',
        path: 'spec.template.spec.containers[*]',
        file: 'deploy/**',
        reason: 'our build writes nothing',
        place: { file: 'cdk8s-volumes.yaml', line: 15, column: 3 },
      },
    ],
    render: {
      namespace: 'shop',
      only: true,
      passThrough: ['LocustTest.v1.locust.io'],
      operatorMode: false,
      operatorPreset: 'binary',
      operatorEnv: { A: 'b' },
      defaults: { PVCViewer: { readOnly: true } },
    },
  });
});

test.each(['', '---\n', '# nothing\n', '{}'])('a file that says nothing is fine: %j', (text) => {
  expect(readConfig('c.yaml', text)).toEqual({ config: {}, findings: [] });
});

test.each([
  [
    'what is no YAML',
    'target: { kubernetes: "1.34"',
    [
      'error cdk8s-volumes.yaml:1:9 : a quote or bracket opens here and is not closed; close it, or use the other kind of quotes (check/config-syntax)',
    ],
  ],
  [
    'a list',
    '- a',
    [
      'error cdk8s-volumes.yaml:1:1 : ["a"] is not a map of options; use some of target, workloadKinds, exclude, crds, acknowledge, render (check/config-syntax)',
    ],
  ],
  [
    'several documents',
    'exclude: []\n---\nexclude: []',
    [
      'error cdk8s-volumes.yaml:3:1 : there are several documents, but a configuration is a single one; put everything into one document (check/config-syntax)',
    ],
  ],
  [
    'an option that there is not',
    'exclude: []\nexcludes: []',
    [
      'error cdk8s-volumes.yaml:2:1 excludes: there is no option "excludes", so [] would have no effect; perhaps you meant "exclude" (input/unknown-field)',
    ],
  ],
  [
    'a version that is a number',
    'target:\n  kubernetes: 1.30',
    [
      'error cdk8s-volumes.yaml:2:3 target.kubernetes: the version is a number, and 1.30 is the same number as 1.3; write it in quotes, such as "1.34" (input/type)',
    ],
  ],
  [
    'a version that is none',
    'target: { kubernetes: "34" }',
    [
      'error cdk8s-volumes.yaml:1:11 target.kubernetes: "34" is not a version of Kubernetes; use one such as "1.34" (input/type)',
    ],
  ],
  [
    'a digest of no image',
    `target: { digests: { dufs: "sha256:${'0'.repeat(64)}" } }`,
    [
      'error cdk8s-volumes.yaml:1:22 target.digests.dufs: "dufs" is not an image without its registry; use the path and the tag, such as sigoden/dufs:v0.46.0 (input/type)',
    ],
  ],
  [
    'a pattern that means nothing',
    'exclude: ["charts/{a,b}"]',
    [
      'error cdk8s-volumes.yaml:1:11 exclude[0]: "charts/{a,b}" is not a valid pattern: "{" has no special meaning here; use * and ? for characters of one name, and ** for any folders; use a name, or names separated by slashes, such as charts/ (input/type)',
    ],
  ],
  [
    'an acknowledgement without a reason',
    'acknowledge:\n- rule: manifest/read-only-root',
    [
      'error cdk8s-volumes.yaml:2:3 acknowledge[0]: the acknowledgement of manifest/read-only-root has no reason; say why it is fine here (check/acknowledged-reason)',
    ],
  ],
  [
    'a reason that says nothing',
    'acknowledge:\n- { rule: manifest/read-only-root, reason: " " }',
    [
      'error cdk8s-volumes.yaml:2:36 acknowledge[0].reason: " " is empty; set a value, or remove it (input/type)',
    ],
  ],
  [
    'a rule that there is not',
    'acknowledge:\n- reason: fine\n  rule: manifest/read-only-rot',
    [
      'error cdk8s-volumes.yaml:3:3 acknowledge[0].rule: there is no rule "manifest/read-only-rot" to acknowledge; perhaps you meant "manifest/read-only-root" (check/acknowledged-unknown)',
    ],
  ],
  [
    'a rule like no other',
    'acknowledge: [{ rule: x, reason: fine }]',
    [
      'error cdk8s-volumes.yaml:1:17 acknowledge[0].rule: there is no rule "x" to acknowledge; use the ID in parentheses after the warning (check/acknowledged-unknown)',
    ],
  ],
  [
    'defaults of a kind that is not rendered, or says all itself',
    'render: { defaults: { PVCViewr: {}, LocustTest: {}, PVCViewer: { readOnly: 1, routing: { kind: gateway } } } }',
    [
      'error cdk8s-volumes.yaml:1:23 render.defaults.PVCViewr: "PVCViewr" is not a kind that is rendered; must be one of PVCViewer (input/unknown-field)',
      'error cdk8s-volumes.yaml:1:37 render.defaults.LocustTest: a LocustTest has no defaults here, because its resource sets everything; must be one of PVCViewer (input/unknown-field)',
      'error cdk8s-volumes.yaml:1:66 render.defaults.PVCViewer.readOnly: 1 is neither true nor false; use true or false (input/type)',
      'error cdk8s-volumes.yaml:1:90 render.defaults.PVCViewer.routing.kind: "gateway" is not a valid value; must be one of virtualService, httpRoute, ingress, none (input/type)',
    ],
  ],
  [
    'a namespace and a kind that are none',
    'render: { namespace: A, passThrough: [locusttests] }',
    [
      expect.stringContaining(
        'error cdk8s-volumes.yaml:1:11 render.namespace: "A" is not a valid namespace: ',
      ),
      'error cdk8s-volumes.yaml:1:39 render.passThrough[0]: "locusttests" is not a kind; use one such as LocustTest or LocustTest.v1.locust.io (input/type)',
    ],
  ],
])('%s is told, and nothing of the file counts', (_, text, lines) => {
  expect(linesOf(text)).toEqual(lines);
  expect(readConfig('c.yaml', text).config).toEqual({});
});

test('all that is wrong is told at once', () => {
  expect(linesOf('target: { platform: EKS }\nexclude: 1\nacknowledge: [{ reason: fine }]')).toEqual(
    [
      'error cdk8s-volumes.yaml:1:11 target.platform: "EKS" is not a valid value; must be one of vanilla, openshift, eks, gke, aks; perhaps you meant "eks" (input/type)',
      'error cdk8s-volumes.yaml:2:1 exclude: 1 is not a list; use a list (input/type)',
      'error cdk8s-volumes.yaml:3:15 acknowledge[0].rule: rule is required; set rule (input/type)',
    ],
  );
});
