/**
 * Draws docs/platform-map.svg, the volume map of the example platform, from its manifests. Give a
 * file to write elsewhere.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkDocuments, objectKey } from '../src/check';
import { targetFacts } from '../src/facts';
import { printMap, volumeMap } from '../src/map';

const root = dirname(__dirname);
const target = process.argv[2] ?? join(root, 'docs', 'platform-map.svg');
const folder = join(root, 'dist', 'manifests', 'eks');

const sources = readdirSync(folder)
  .sort()
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const { findings, topology } = checkDocuments(sources, {
  target: targetFacts({ platform: 'eks' }),
  render: { operatorMode: false, operatorPreset: 'chart', operatorEnv: {}, only: false },
});
const map = volumeMap(
  topology(),
  findings.map((finding) => ({ ...finding, construct: objectKey(finding) })),
);
writeFileSync(target, printMap(map, 'svg'));
