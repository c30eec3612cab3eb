/**
 * Rules on objects through `render`: what passes through is judged as what custom resources stand
 * for is.
 */
import { renderDocuments, RenderRequest } from '../../src/render';

const REQUEST: RenderRequest = {
  operatorMode: false,
  operatorPreset: 'chart',
  operatorEnv: {},
  only: false,
};
const CLAIM =
  'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data, namespace: team }\nspec: { accessModes: [RWX], resources: { requests: { storage: 1Gi } } }\n';
const VOLUME = `apiVersion: aws-efs.managed.openshift.io/v1alpha1
kind: SharedVolume
metadata: { name: files, namespace: team }
spec: { fileSystemID: fs-0123456789abcdef0, accessPointID: fsap-0123456789abcdef0 }
`;

function run(
  text: string,
  options: Partial<RenderRequest> = {},
): { readonly told: string[]; readonly outputs: number } {
  const { findings, outputs } = renderDocuments([{ name: 'a.yaml', text }], {
    ...REQUEST,
    ...options,
  });
  return {
    told: findings.map(({ rule, line, path }) => `${line} ${path} ${rule}`),
    outputs: outputs.length,
  };
}

test('an object that passes through is judged, and with an error nothing is written', () => {
  expect(run(CLAIM)).toEqual({ told: ['4 spec.accessModes[0] storage/access-mode'], outputs: 0 });
});

test('items of a list that passes through are judged at their places', () => {
  const list = `apiVersion: v1\nkind: List\nitems:\n- ${CLAIM.trimEnd().replaceAll('\n', '\n  ')}\n`;
  expect(run(list)).toEqual({ told: ['7 spec.accessModes[0] storage/access-mode'], outputs: 0 });
});

test('what is not written is not judged', () => {
  expect(run(`${CLAIM}---\n${VOLUME}`, { only: true })).toEqual({ told: [], outputs: 2 });
});

test('an operator knows none of these rules', () => {
  expect(run(CLAIM, { operatorMode: true })).toEqual({ told: [], outputs: 1 });
});
