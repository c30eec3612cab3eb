/**
 * Defaults, recorded: what the API server that KUBECONFIG names makes of objects that say little,
 * the documents of `test/conformance/model/given.yaml`. A step of `tools/kubernetes.ts`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const FOLDER = join(__dirname, '..', '..', 'test', 'conformance', 'model');

/** What the server notes of each object, whatever it says. */
const NOTED = ['uid', 'creationTimestamp', 'resourceVersion', 'generation', 'managedFields'];

/** Those that the server draws differ each time. */
const UID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const NO_UID = '00000000-0000-0000-0000-000000000000';

const given = parseAllDocuments(readFileSync(join(FOLDER, 'given.yaml'), 'utf8')).map(
  (one) => one.toJS() as object,
);
const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: given });
const items = execFileSync('kubectl', ['create', '--dry-run=server', '-o', 'json', '-f', '-'], {
  input: list,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .split(/(?<=^\})\n(?=\{)/m)
  .map((text) => JSON.parse(text) as Record<string, any>);
if (items.length !== given.length) throw new Error(`${items.length} answers to ${given.length}`);

const lines = items.map(({ status: _status, metadata, ...rest }, index) => {
  const kept = Object.entries(metadata).filter(([field]) => !NOTED.includes(field));
  const stored = { ...rest, metadata: Object.fromEntries(kept) };
  return JSON.stringify({ given: given[index], stored }).replace(UID, NO_UID);
});
writeFileSync(join(FOLDER, 'defaults.jsonl'), `${lines.join('\n')}\n`);
