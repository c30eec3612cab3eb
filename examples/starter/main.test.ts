import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VolumeChecks } from 'cdk8s-volumes';
import { shop } from './main';

test('the manifests in dist are those of the code; npm run synth writes them', () => {
  expect(shop('dist').synthYaml()).toBe(
    readFileSync(join(__dirname, 'dist', 'shop.k8s.yaml'), 'utf8'),
  );
});

test('nothing is wrong with them', () => {
  expect(VolumeChecks.enable(shop('dist')).findings()).toEqual([]);
});
