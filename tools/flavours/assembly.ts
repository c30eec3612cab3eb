/** The assembly of a flavour, made of that of the package: the same types by other names. */
import { createHash } from 'node:crypto';
import { Json, sorted } from './json';
import { Minor } from './minors';
import { Names, Targets } from './names';

/** What is read and written of an assembly. */
export interface Assembly {
  readonly name: string;
  readonly description: string;
  readonly targets?: object | null;
  readonly dependencies?: { readonly [name: string]: string };
  readonly dependencyClosure?: { readonly [name: string]: object };
  readonly submodules?: { readonly [fqn: string]: { readonly targets?: object | null } };
  readonly bin?: { readonly [name: string]: string };
  readonly fingerprint: string;
}

/** The description of the package, which lists of packages show. */
export const describe = (description: string, { plus }: Names) => `${description} For ${plus}.`;

/** `peer` is the assembly of the cdk8s-plus of the flavour. */
export function assemblyOf(
  base: Assembly,
  names: Names,
  { lowest }: Minor,
  peer: Assembly,
): Assembly {
  const renamed = rename(base as unknown as Json, names) as unknown as Assembly;
  return signed({
    ...renamed,
    description: describe(base.description, names),
    // Programs keep their names.
    ...(base.bin === undefined ? {} : { bin: base.bin }),
    targets: names.targets(base.targets as Targets),
    dependencies: { ...renamed.dependencies, [names.plus]: `^${lowest}` },
    dependencyClosure: { ...renamed.dependencyClosure, [names.plus]: closureOf(peer) },
  });
}

/** What an assembly says of one that it depends on, as jsii has it. */
function closureOf({ targets, submodules = {} }: Assembly): object {
  const own = Object.entries(submodules).map(
    ([fqn, { targets: theirs }]) => [fqn, theirs ? { targets: theirs } : {}] as const,
  );
  return { ...(own.length === 0 ? {} : { submodules: Object.fromEntries(own) }), targets };
}

function rename(value: Json, names: Names): Json {
  if (typeof value === 'string') {
    const name = names.fqn(value);
    return name === value ? names.text(value) : name;
  }
  if (Array.isArray(value)) return value.map((one: Json) => rename(one, names));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [names.fqn(key), rename(one, names)]);
  return Object.fromEntries(entries) as Json;
}

/** With keys in order and a fingerprint, as jsii writes it. */
function signed({ fingerprint: _old, ...rest }: Assembly): Assembly {
  const assembly = sorted(rest as unknown as Json) as unknown as typeof rest;
  const hash = createHash('sha256').update(JSON.stringify(assembly));
  return { ...assembly, fingerprint: hash.digest('base64') };
}
