/** Objects that are judged in shares, as by several threads: together they are what is told of all. */
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { beginCheck, checkDocuments, CheckRequest } from '../../src/check';
import { targetFacts } from '../../src/facts';

const REQUEST: CheckRequest = {
  target: targetFacts(), render: { operatorMode: false, operatorPreset: 'chart', operatorEnv: {}, only: false },
};

const pod = (index: number) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: `pod-${index}`, namespace: 'shop' },
  spec: {
    containers: [{ name: 'app', image: 'app:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: `claim-${index}` } }],
  },
});
const claim = (index: number) => ({
  apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: `claim-${index}`, namespace: 'shop' }, spec: { accessModes: ['RWX'], resources: { requests: { storage: '1Gi' } } },
});
const viewer = (index: number) => ({
  apiVersion: 'kubeflow.org/v1alpha1', kind: 'PVCViewer', metadata: { name: `viewer-${index}`, namespace: 'shop' }, spec: { pvc: `claim-${index}` },
});

test('shares of any size are the whole, in its order', () => {
  const kind = fc.constantFrom(pod, claim, viewer, () => ({ values: 1 }));
  fc.assert(fc.property(fc.array(kind, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (kinds, of) => {
    const sources = [{ name: 'all.yaml', text: kinds.map((make, index) => stringify(make(index))).join('---\n') }];
    const whole = checkDocuments(sources, REQUEST);
    const [first, ...others] = Array.from({ length: of }, (_, index) => beginCheck(sources, REQUEST, { index, of }));
    const { findings, notes, objects } = first.finish(others.flatMap(({ judged }) => judged));
    expect({ findings, notes, objects }).toEqual({ findings: whole.findings, notes: whole.notes, objects: whole.objects });
  }), { numRuns: 200 });
});

test('what a share judges is not judged in another', () => {
  const text = [claim(0), claim(1), claim(2)].map((one) => stringify(one)).join('---\n');
  const judged = [0, 1].map((index) => beginCheck([{ name: 'a.yaml', text }], REQUEST, { index, of: 2 }).judged.map(({ object, rule }) => `${object} ${rule}`));
  expect(judged).toEqual([
    ['PersistentVolumeClaim/shop/claim-0 storage/access-mode'],
    ['PersistentVolumeClaim/shop/claim-1 storage/access-mode', 'PersistentVolumeClaim/shop/claim-2 storage/access-mode'],
  ]);
});
