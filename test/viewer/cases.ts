/**
 * The answers of the PVCViewer controller to many viewers, and how its words of an API server of
 * Kubernetes 1.29 are told from ours.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conformanceFolder } from '../support/conformance';

export interface Case {
  id: string;
  controllerEnv: { [name: string]: string };
  controllerFiles?: { [name: string]: string };
  input: { viewer: any; objects: unknown[] };
  prunedFields: string[];
  schemaErrors: string[];
  defaulted: any;
  webhookError: string;
  refusedBy: string;
  deployment: any;
  service: any;
  virtualService: any;
  status: { ready: boolean; url?: string } | null;
}

const FOLDER = conformanceFolder('pvcviewer');

/** All of them. */
export const CASES: readonly Case[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));

/** What a running controller makes of objects that exist already has no place in a build. */
export function isOfRunningController({ id }: Case): boolean {
  return /^(upd|chg)-/.test(id);
}

/**
 * Objects of these are what they are because of others that were there before: a build starts from
 * nothing.
 */
const LEFT_FROM_BEFORE: { readonly [id: string]: string } = {
  'rnd-02': 'the Service and the VirtualService of a viewer that had networking once',
  'rnd-08': 'the Service and the VirtualService of a viewer that had networking once',
  'rnd-14': 'a Deployment without affinity, made before rwoScheduling was set',
  'rnd-26': 'replicas of a Deployment that was there',
  'rnd-36': 'a VirtualService that was there',
  'rnd-52': 'the Service and the VirtualService of a viewer that had networking once',
};

/** Those whose verdicts a build can give. */
export const JUDGED: readonly Case[] = CASES.filter((one) => !isOfRunningController(one));
/** Those of which it can make the objects, too. */
export const FRESH: readonly Case[] = JUDGED.filter(
  ({ id }) => !Object.hasOwn(LEFT_FROM_BEFORE, id),
);

/**
 * In the words of 1.29: a number that is none for its type was said once, and lists and maps were
 * shown as Go writes them; lengths were told in characters.
 */
export function olderWords(messages: readonly string[]): string[] {
  const shown = (value: string) => goSyntax(JSON.parse(value));
  return messages
    .filter((message) => !message.includes(': Checked value must be of type '))
    .map((message) =>
      message
        .replace(/(?<=^\S+: Duplicate value: )\{.*\}$/, shown)
        .replace(
          /(?<=^\S+: Invalid value: )[[{].*(?=: must be an object for an array of list-type map$)/,
          shown,
        )
        .replace(/(?<=^metadata\..*must be no more than \d+ )bytes$/, 'characters')
        .replace(/(?<=^metadata\.ownerReferences\.(kind|name|uid): .*)must not be empty$/, '$1 $&')
        .replace(/(?<=^metadata\..*: )a valid label key(?= must consist of)/, 'a qualified name')
        .replace(/(?<=^metadata\..*: Too long: )may not be more than/, 'must have at most'),
    );
}

function goSyntax(value: unknown): string {
  if (value === null) return 'interface {}(nil)';
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `map[string]interface {}{${Object.entries(value)
    .map(([key, field]) => `${JSON.stringify(key)}:${goSyntax(field)}`)
    .join(', ')}}`;
}

/** One of its objects, without its owner: a build knows no uid. A timeout of null is none. */
export function withoutOwner(object: any): any {
  if (object === null) return undefined;
  const {
    metadata: { ownerReferences, ...metadata },
    ...rest
  } = object;
  expect(ownerReferences).toHaveLength(1);
  return JSON.parse(JSON.stringify({ ...rest, metadata }), (key, value) =>
    key === 'timeout' && value === null ? undefined : value,
  );
}
