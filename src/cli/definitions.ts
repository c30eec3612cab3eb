/** The definitions of `--crds`: which of its files are read, and what they define. */
import { resolve, sep } from 'node:path';
import { Arguments } from './args';
import { InputFile, readFolder } from './files';
import { Io, UsageError } from './io';
import { valueOf } from './settings';
import { CheckConfig } from '../check/config';
import { show } from '../findings';
import { Fields } from '../kube';
import { CatalogueName, catalogueName, readDefinitions } from '../resource';

/**
 * The definitions of the folder that `--crds` or the configuration names: what the inputs and the
 * cluster define themselves is looked up there first. A catalogue has thousands of files, of which
 * those are read whose group is in the inputs. Throws a `UsageError` with all that is wrong.
 */
export function definitionsFor(
  inputs: readonly InputFile[],
  args: Arguments,
  { crds }: CheckConfig,
  io: Io,
): readonly Fields[] {
  const folder = valueOf(args, 'crds') ?? crds;
  if (folder === undefined) return [];
  const groups = new Set<string>();
  for (const { text } of inputs) addGroups(text, groups);
  let unread = 0;
  const files = readFiles(folder, io, (name) => {
    const about = aboutOf(name);
    const isUnread = about !== undefined && !groups.has(about.group);
    if (isUnread) unread += 1;
    return isUnread;
  });
  const broken = files.flatMap(({ name, unreadable }) =>
    unreadable
      ? `cannot read ${show(name)}: ${unreadable.message}; ${unreadable.instead ?? 'remove it'}`
      : [],
  );
  const { definitions, problems } = readDefinitions(
    files.map(({ name, text }) => ({ name, text, about: aboutOf(name) })),
  );
  const all = [...broken, ...problems];
  if (all.length === 0 && definitions.length === 0 && unread === 0) {
    all.push(
      `there is no CustomResourceDefinition in ${show(folder)}, and no schema that is named GROUP/KIND_VERSION.json`,
    );
  }
  if (all.length > 0) throw new UsageError(all.map((line) => `--crds: ${line}`).join('\n'));
  return definitions;
}

function readFiles(folder: string, io: Io, isUnread: (name: string) => boolean): InputFile[] {
  try {
    return readFolder(folder, io, { exclude: [], isUnread });
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`--crds: ${error.message}`);
    throw error;
  }
}

/** What a file is about, whatever folder the program is run in. */
function aboutOf(name: string): CatalogueName | undefined {
  return catalogueName(resolve(name).split(sep).join('/'));
}

const VERSION = /\\?\/v\d/g;
const NAME = /[a-z0-9.-]/;

/** Adds the groups that a text names, however it writes each `apiVersion`. */
function addGroups(text: string, groups: Set<string>): void {
  for (const { index: end } of text.matchAll(VERSION)) {
    let start = end;
    while (start > 0 && NAME.test(text[start - 1])) start -= 1;
    groups.add(text.slice(start, end));
  }
}
