/**
 * Labels and annotations of claim templates: those that a release changes, and those that only look
 * like it.
 */
import { TEMPLATE_JUDGE } from '../../../src/manifests/gitops/templates';
import { claim, deployment, Fields, podSpec, said, told, workload } from '../objects';

const set = (metadata: Fields) =>
  workload('StatefulSet', 'db', {}, { volumeClaimTemplates: [claim({}, metadata)] });
const at = (key: string, part = 'labels') => [
  `StatefulSet/db warning gitops/release-in-template spec.volumeClaimTemplates[0].metadata.${part}["${key}"]`,
];

test.each([
  ['helm.sh/chart', 'valkey-3.0.9'],
  ['helm.sh/chart', 'valkey-3.0.9_build'],
  ['chart', 'redis-17'],
  ['app.kubernetes.io/version', '8.1.0'],
  ['app.kubernetes.io/version', 'v17'],
  ['version', '2.1'],
  ['version', '0f343b0'],
  ['example.com/version', '4'],
  ['appVersion', '4'],
  ['chart-version', '4'],
  ['release', 'shop-2.1.0'],
  ['checksum/config', '0f343b0931126a20f133d67c2b018a3b'],
  ['config-hash', 'abc'],
  ['example.com/commit', 'abc'],
  ['git-sha', 'abc'],
  ['example.com/revision', '12'],
  ['build-id', '12'],
  ['image-tag', 'stable'],
  ['deployed-at', 'monday'],
  ['timestamp', '1'],
])('%s: %s is that of a release', (key, value) => {
  expect(told([TEMPLATE_JUDGE], [set({ labels: { [key]: value } })])).toEqual(at(key));
  expect(told([TEMPLATE_JUDGE], [set({ annotations: { [key]: value } })])).toEqual(
    at(key, 'annotations'),
  );
});

test.each([
  ['app.kubernetes.io/name', 'valkey'],
  ['app.kubernetes.io/instance', 'prod-2'],
  ['app.kubernetes.io/managed-by', 'Helm'],
  ['app.kubernetes.io/component', 'db'],
  ['helm.sh/chart', 'valkey'],
  ['chart', 's3-gateway'],
  ['app.kubernetes.io/version', 'latest'],
  ['app.kubernetes.io/version', ''],
  ['version', 'v1'],
  ['volume.beta.kubernetes.io/storage-class', 'gp3'],
  ['example.com/server', '10.20.0.5'],
  ['example.com/server', '10.20.30.55'],
  ['resize.topolvm.io/increase', '20Gi'],
  ['k8up.io/backup', 'true'],
])('%s: %s stays', (key, value) => {
  expect(
    told([TEMPLATE_JUDGE], [set({ labels: { [key]: value }, annotations: { [key]: value } })]),
  ).toEqual([]);
});

test('several in one template are told together, templates one by one', () => {
  const labels = { 'helm.sh/chart': 'db-1.0.0', 'app.kubernetes.io/version': '17' };
  const both = workload(
    'StatefulSet',
    'db',
    {},
    {
      volumeClaimTemplates: [
        claim({}, { labels }),
        claim({}, { name: 'wal' }),
        claim({}, { name: 'log', annotations: labels }),
      ],
    },
  );
  expect(told([TEMPLATE_JUDGE], [both])).toEqual([
    'StatefulSet/db warning gitops/release-in-template spec.volumeClaimTemplates[0].metadata.labels',
    'StatefulSet/db warning gitops/release-in-template spec.volumeClaimTemplates[2].metadata.annotations',
  ]);
});

test('elsewhere such labels are fine', () => {
  const labels = { 'helm.sh/chart': 'db-1.0.0' };
  const ephemeral = podSpec({
    volumes: [
      {
        name: 'data',
        ephemeral: { volumeClaimTemplate: { metadata: { labels }, spec: claim().spec } },
      },
    ],
  });
  expect(
    told(
      [TEMPLATE_JUDGE],
      [
        deployment('web', ephemeral, {}, { labels }),
        claim({}, { labels }),
        workload('StatefulSet', 'db', ephemeral, { volumeClaimTemplates: [claim()] }, { labels }),
      ],
    ),
  ).toEqual([]);
});

test('the message names the template, its labels and what follows', () => {
  const many = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`${name}/version`, '1']),
  );
  expect([
    ...said([TEMPLATE_JUDGE], [set({ labels: { 'helm.sh/chart': 'db-1.0.0' } })]),
    ...said([TEMPLATE_JUDGE], [set({ labels: many })]),
  ]).toEqual([
    `${at('helm.sh/chart')[0]}: the claim template "data" has helm.sh/chart: "db-1.0.0", which changes with each release: claim templates cannot be changed, so the next release is rejected; ` +
      'remove what changes from the claim template',
    'StatefulSet/db warning gitops/release-in-template spec.volumeClaimTemplates[0].metadata.labels: the claim template "data" has ' +
      'a/version: "1", b/version: "1", c/version: "1", d/version: "1", e/version: "1" and 1 more, which changes with each release: claim templates cannot be changed, so the next release is rejected; ' +
      'remove what changes from the claim template',
  ]);
});
