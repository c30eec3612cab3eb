/** Names of a flavour: how each language spells it, and what is left as it is. */
import { Minor, PEER } from '../../../tools/flavours/minors';
import { Names } from '../../../tools/flavours/names';

const FLAVOUR: Minor = { minor: 99, lowest: '2.7.1' };
const names = new Names('cdk8s-volumes', FLAVOUR);

test.each([
  ["import * as kplus from 'cdk8s-plus-28';", "import * as kplus from 'cdk8s-plus-99';"],
  ['import { k8s } from "cdk8s-plus-28/lib/k8s";', 'import { k8s } from "cdk8s-plus-99/lib/k8s";'],
  ['import cdk8s_plus_28 as kplus', 'import cdk8s_plus_99 as kplus'],
  ['import org.cdk8s.plus28.k8s.PodSpec;', 'import org.cdk8s.plus99.k8s.PodSpec;'],
  [
    '"github.com/cdk8s-team/cdk8s-plus-go/cdk8splus28/v2"',
    '"github.com/cdk8s-team/cdk8s-plus-go/cdk8splus99/v2"',
  ],
  ['cdk8splus28.NewDeployment(', 'cdk8splus99.NewDeployment('],
  [
    'the structs of `cdk8s-plus-28` and plain objects',
    'the structs of `cdk8s-plus-99` and plain objects',
  ],
  [`cdk8s-plus-28 ${PEER.lowest} or later`, 'cdk8s-plus-99 2.7.1 or later'],
])('cdk8s-plus has the minor of the flavour: %s', (text, expected) => {
  expect(names.text(text)).toBe(expected);
});

test.each([
  ['from cdk8s_volumes import EfsSharedVolume', 'from cdk8s_volumes_99 import EfsSharedVolume'],
  ['import cdk8s_volumes.csi as csi', 'import cdk8s_volumes_99.csi as csi'],
  ['pip install cdk8s-volumes cdk8s-plus-28', 'pip install cdk8s-volumes-99 cdk8s-plus-99'],
  ['pip install "cdk8s-volumes==1.2.3"', 'pip install "cdk8s-volumes-99==1.2.3"'],
  [
    'import io.github.cdk8s_volumes.EfsSharedVolume;',
    'import io.github.cdk8s_volumes.plus99.EfsSharedVolume;',
  ],
  [
    'import io.github.cdk8s_volumes.csi.CsiRole;',
    'import io.github.cdk8s_volumes.plus99.csi.CsiRole;',
  ],
  ['io.github.cdk8s-volumes:cdk8s-volumes:1.2.3', 'io.github.cdk8s-volumes:cdk8s-volumes-99:1.2.3'],
  ['  <artifactId>cdk8s-volumes</artifactId>', '  <artifactId>cdk8s-volumes-99</artifactId>'],
  [
    'go get github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes',
    'go get github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes99',
  ],
  [
    '"github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes/csi"',
    '"github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes99/csi"',
  ],
  ['cdk8svolumes.NewEfsSharedVolume(', 'cdk8svolumes99.NewEfsSharedVolume('],
  ["import { Target } from 'cdk8s-volumes';", "import { Target } from 'cdk8s-volumes-99';"],
])('the package has the name of the flavour: %s', (text, expected) => {
  expect(names.text(text)).toBe(expected);
});

test.each([
  'npm install cdk8s-volumes',
  'npx cdk8s-volumes check dist',
  'https://github.com/cdk8s-volumes/cdk8s-volumes/blob/main/docs/check.md',
  'complete -F _cdk8s_volumes cdk8s-volumes',
  'cdk8s-volumes.io/edit-guard',
  '<groupId>io.github.cdk8s-volumes</groupId>',
  'cdk8s-plus-280 cdk8s-plus-32 cdk8s-plus',
  'pip install cdk8s-volumes-32',
  'Kubernetes 1.28',
])('what names no package of another language is left as it is: %s', (text) => {
  expect(names.text(text)).toBe(text);
});

test('what stands between the marks for all flavours is left as it is', () => {
  const table = '<!-- flavours -->\n| 28 | `cdk8s_volumes` |\n<!-- /flavours -->';
  const page = (module: string) => `${module}\n${table}\n${module}`;
  expect(names.text(page('cdk8s_volumes'))).toBe(page('cdk8s_volumes_99'));
});

test.each([
  ['cdk8s-volumes', 'cdk8s-volumes-99'],
  ['cdk8s-volumes.csi', 'cdk8s-volumes-99.csi'],
  ['cdk8s-volumes.PVCViewer#deployment', 'cdk8s-volumes-99.PVCViewer#deployment'],
  ['cdk8s-plus-28.k8s.PodSpec', 'cdk8s-plus-99.k8s.PodSpec'],
  ['cdk8s.App', 'cdk8s.App'],
  ['cdk8s-volumes check', 'cdk8s-volumes check'],
])('jsii knows %s as %s', (name, expected) => {
  expect(names.fqn(name)).toBe(expected);
});

test.each([
  ['{ fqn: "cdk8s-volumes.csi.CsiRole" }', '{ fqn: "cdk8s-volumes-99.csi.CsiRole" }'],
  ['require("cdk8s-plus-28")', 'require("cdk8s-plus-99")'],
  ['"cdk8s-volumes.io/edit-guard"', '"cdk8s-volumes.io/edit-guard"'],
])('compiled code has the names of the flavour and the labels of all: %s', (code, expected) => {
  expect(names.compiled(code)).toBe(expected);
});

test('packages of other languages are called as those of cdk8s-plus are', () => {
  expect(
    names.targets({
      java: {
        package: 'io.github.cdk8s_volumes',
        maven: { groupId: 'io.github.cdk8s-volumes', artifactId: 'cdk8s-volumes' },
      },
      python: { distName: 'cdk8s-volumes', module: 'cdk8s_volumes' },
      go: { moduleName: 'github.com/cdk8s-volumes/cdk8s-volumes-go', packageName: 'cdk8svolumes' },
      js: { npm: 'cdk8s-volumes' },
    }),
  ).toEqual({
    java: {
      package: 'io.github.cdk8s_volumes.plus99',
      maven: { groupId: 'io.github.cdk8s-volumes', artifactId: 'cdk8s-volumes-99' },
    },
    python: { distName: 'cdk8s-volumes-99', module: 'cdk8s_volumes_99' },
    go: { moduleName: 'github.com/cdk8s-volumes/cdk8s-volumes-go', packageName: 'cdk8svolumes99' },
    js: { npm: 'cdk8s-volumes-99' },
  });
});
