/** The defaults of a configuration for all viewers that are resources. */
import { parseAllDocuments } from 'yaml';
import { renderDocuments, RenderRequest } from '../../src/render';
import { printOutputs } from '../support/printed';

const VIEWER =
  'apiVersion: kubeflow.org/v1alpha1\nkind: PVCViewer\nmetadata: { name: v, namespace: team }\nspec: { pvc: data, networking: { basePrefix: /pvcviewer } }\n';
const REQUEST: RenderRequest = {
  operatorMode: false,
  operatorPreset: 'chart',
  operatorEnv: {},
  only: false,
};
const DEFAULTS = {
  readOnly: true,
  routing: { kind: 'httpRoute', parentRefs: [{ name: 'shared', namespace: 'gateways' }] },
  networkPolicy: { from: [{ namespaceSelector: { matchLabels: { team: 'gateways' } } }] },
  authorizationPolicy: { principals: ['cluster.local/ns/gateways/sa/shared-istio'] },
};

function rendered(text: string, more: Partial<RenderRequest> = {}): any[] {
  const { outputs, findings } = renderDocuments([{ name: 'v.yaml', text }], {
    ...REQUEST,
    ...more,
  });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return parseAllDocuments(printOutputs(outputs, 'yaml')).map((document) => document.toJS());
}
const kindsOf = (objects: readonly any[]) => objects.map(({ kind }) => kind).sort();
const mountsOf = (objects: readonly any[]) =>
  objects.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers[0].volumeMounts;

test('viewers are routed, guarded and read-only as it says', () => {
  const objects = rendered(VIEWER, { defaults: { PVCViewer: DEFAULTS } });
  expect(kindsOf(objects)).toEqual([
    'AuthorizationPolicy',
    'Deployment',
    'HTTPRoute',
    'NetworkPolicy',
    'Service',
  ]);
  expect(objects.find(({ kind }) => kind === 'HTTPRoute').spec.parentRefs).toEqual(
    DEFAULTS.routing.parentRefs,
  );
  expect(objects.find(({ kind }) => kind === 'NetworkPolicy').spec.ingress[0].from).toEqual(
    DEFAULTS.networkPolicy.from,
  );
  expect(mountsOf(objects)[0].readOnly).toBe(true);
});

test('a viewer that nobody reaches has no route and no policies', () => {
  const objects = rendered(VIEWER.replace(/, networking: .*\} \}/, ' }'), {
    defaults: { PVCViewer: DEFAULTS },
  });
  expect(kindsOf(objects)).toEqual(['Deployment']);
  expect(mountsOf(objects)[0].readOnly).toBe(true);
});

test('without it, and in operator mode, viewers are as they were', () => {
  expect(rendered(VIEWER, { defaults: {} })).toEqual(rendered(VIEWER));
  expect(rendered(VIEWER, { operatorMode: true, defaults: { PVCViewer: DEFAULTS } })).toEqual(
    rendered(VIEWER, { operatorMode: true }),
  );
});
