/** The differences between two folders of one flavour, in what is published of it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { assemblyIn } from './package';

/** What only one of them has use for. */
const UNPUBLISHED = [
  /^(?:src|imports|node_modules|lib\/imports)(?:\/|$)/,
  /^lib\/src\/.*\.(?:js|json)$/,
  /^tsconfig\.(?:json|tsbuildinfo)$/,
  // Compared by what it says.
  /^\.jsii(?:\.gz)?$/,
];

/** Paths of files, and places in the assembly. */
export function differences(one: string, other: string): string[] {
  const files = new Set([...filesIn(one), ...filesIn(other)]);
  const isSame = (file: string) => contentOf(one, file) === contentOf(other, file);
  const different = [...files].sort().filter((file) => !isSame(file));
  return [...different, ...places(assemblyIn(one), assemblyIn(other), '.jsii')];
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => !UNPUBLISHED.some((unpublished) => unpublished.test(file)))
    .filter((file) => statSync(join(folder, file)).isFile());

function contentOf(folder: string, file: string): string | undefined {
  try {
    return readFileSync(join(folder, file), 'latin1');
  } catch {
    return undefined;
  }
}

/** The places at which two values differ. */
function places(one: unknown, other: unknown, path: string): string[] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return one === other ? [] : [`${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`];
  }
  const [left, right] = [one, other] as readonly { readonly [key: string]: unknown }[];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].flatMap((key) => places(left[key], right[key], `${path}.${key}`));
}
