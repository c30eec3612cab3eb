/** Values that something fills in before they are applied, and those that nothing has filled in. */
import { checkDocuments, CheckRequest } from '../../src/check';
import { TargetSpec, targetFacts } from '../../src/facts';

const render = { operatorMode: false, operatorPreset: 'chart', operatorEnv: {}, only: false };
const linesOn = (text: string, target: TargetSpec = {}) =>
  checkDocuments([{ name: 'a.yaml', text }], {
    target: targetFacts(target),
    render,
  } as CheckRequest).findings.map(
    ({ severity, rule, path, message, remedy }) =>
      `${severity} ${rule} ${path}: ${message}; ${remedy}`,
  );

const claim = (fields: { readonly [name: string]: string } = {}) => {
  const { name = 'data', mode = 'ReadWriteOnce', size = '1Gi', annotations = '{}' } = fields;
  return `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: "${name}", annotations: ${annotations} }
spec: { accessModes: ["${mode}"], storageClassName: a, resources: { requests: { storage: "${size}" } } }
`;
};
const pod = (image: string) => `apiVersion: v1
kind: Pod
metadata: { name: a }
spec: { containers: [{ name: a, image: "${image}" }] }
`;
const FILL =
  'looks like a placeholder that has not been filled in; fill it in, or check what it is rendered to';

const VARIABLES = { name: '${APP}', mode: '${MODE:=ReadWriteOnce}', size: '${SIZE:=5Gi}' };

test('variables that Flux fills in are not judged as values', () => {
  expect(linesOn(claim(VARIABLES), { gitops: 'flux' })).toEqual([]);
});

test('variables that Flux does not fill in are placeholders', () => {
  const annotations = '{ kustomize.toolkit.fluxcd.io/substitute: disabled }';
  expect(linesOn(claim({ size: '${SIZE}', annotations }), { gitops: 'flux' })).toEqual([
    `error storage/quantity spec.resources.requests.storage: "\${SIZE}" ${FILL}`,
  ]);
});

test('what else is wrong is told beside variables of Flux', () => {
  expect(linesOn(claim({ size: '5GB', name: '${APP}' }), { gitops: 'flux' })).toEqual([
    'error storage/quantity spec.resources.requests.storage: "5GB" is not a valid quantity; use one such as 500m or 10Gi',
  ]);
});

test('without Flux variables are placeholders', () => {
  expect(linesOn(claim({ size: '${SIZE:=5Gi}' }))).toEqual([
    `error storage/quantity spec.resources.requests.storage: "\${SIZE:=5Gi}" ${FILL}`,
  ]);
});

test.each([
  '<YOUR_IMAGE>',
  'registry.example.com/<team>/app',
  '{{ .Values.image }}',
  '$IMAGE',
  'REPLACE_ME',
  'YOUR-IMAGE:TAG',
  'gcr.io/PROJECT_ID/app',
  '@@IMAGE@@',
  '%IMAGE%',
  '__IMAGE__',
])('an image that is a placeholder is told as one: %s', (image) => {
  expect(linesOn(pod(image))).toEqual([
    `error pod/image spec.containers[0].image: "${image}" ${FILL}`,
  ]);
});

test.each(['ghcr.io/Team/app', 'a b', '$(IMAGE)', 'app@tag'])(
  'an image that is wrong is told as such: %s',
  (image) => {
    expect(linesOn(pod(image))).toEqual([expect.stringContaining('is not a valid image')]);
  },
);

test('a word that is wrong is no placeholder', () => {
  expect(linesOn(claim({ mode: 'READ_WRITE_ONCE' }))).toEqual([
    expect.stringContaining('"READ_WRITE_ONCE" is not a valid access mode'),
  ]);
});

test('a placeholder of which nothing is wrong is not told', () => {
  expect(
    linesOn(`apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { a: "\${B}" }\n`),
  ).toEqual([]);
});

test('a placeholder in a label is told at the label', () => {
  const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: a, labels: { b: "${C}" } }\n';
  expect(linesOn(`${service}spec: { ports: [{ port: 1 }], selector: { d.e/f: <g> } }\n`)).toEqual([
    `error api/invalid metadata.labels.b: "\${C}" ${FILL}`,
    `error api/invalid spec.selector.d.e/f: "<g>" ${FILL}`,
  ]);
});

const encrypted = (sops: string) => `apiVersion: v1
kind: Secret
metadata: { name: a }
type: kubernetes.io/dockerconfigjson
data: { .dockerconfigjson: "ENC[AES256_GCM,data:KHCFH3h=,iv:q48=,tag:QRI2=,type:str]" }
sops: ${sops}
`;

test('what SOPS has encrypted is judged as what it is decrypted to', () => {
  expect(
    linesOn(encrypted('{ mac: "ENC[AES256_GCM,data:AHdY=,iv:8F=,tag:E1=,type:str]" }')),
  ).toEqual([]);
});

test.each(['{ mac: 1 }', 'yes', '[]'])('a field that SOPS has not made is unknown: %s', (sops) => {
  expect(linesOn(encrypted(sops))).toEqual([expect.stringContaining('unknown field "sops"')]);
});

test('a value that SOPS has encrypted is not told as a wrong one', () => {
  const text = claim({ size: 'ENC[AES256_GCM,data:a,iv:b,tag:c,type:str]' });
  expect(linesOn(text)).toEqual([]);
});
