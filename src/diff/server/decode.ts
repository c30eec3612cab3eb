/** Problems that keep a manifest from being decoded, or from being merged with what is there. */
import { Judgement, TAKEN } from './judgement';
import { Finding } from '../../findings';
import { groupOf, versionOf } from '../../kube';
import { DecodeProblem } from '../../model';
import { inWords } from '../../resource';
import { AppliedManifest, tooDeep, brokenBytes } from '../../validation';
import { findDuplicates } from '../apply/duplicates';
import { appliedPath } from '../apply/paths';
import { Misfit } from '../apply/twin-lists';
import { CustomKinds } from '../custom/kinds';
import { ApplyWay } from '../spec';
import { Stored } from '../stored';

/** Fields that are unknown or of another type, and bytes that are not in base64. */
export function decodeRefusals(
  sent: AppliedManifest,
  stored: AppliedManifest | undefined,
  way: ApplyWay,
  custom: CustomKinds,
): Judgement {
  if (sent.isPlain) return TAKEN;
  const { problems, doubts } =
    sent.type === undefined
      ? custom.decodeProblems(sent, stored, way)
      : { problems: [], doubts: [] };
  if (sent.problems.some(({ reason }) => reason === 'deep')) {
    return { refused: [tooDeep()], unknown: [] };
  }
  const broken = brokenBytes(sent, way === 'clientSide');
  const heeded = [
    ...sent.problems.filter((one) => isHeeded(one, stored !== undefined, way)),
    ...problems,
  ];
  // Server-side apply looks at types before it reads any bytes.
  if (broken.length > 0 && (heeded.length === 0 || way === 'clientSide')) {
    return { refused: broken, unknown: doubts };
  }
  const refused =
    way === 'serverSide'
      ? heeded.map((problem) => untyped(problem, sent, stored))
      : byKubectl(heeded, sent, stored !== undefined);
  return { refused, unknown: doubts };
}

/** Server-side apply says what is wrong with each field. */
function untyped(
  { path, reason, expected, got, key }: DecodeProblem,
  sent: AppliedManifest,
  stored: AppliedManifest | undefined,
): Finding {
  const place = `.${stored ? appliedPath(sent, path) : path}`;
  if (reason === 'twice') {
    return untypable(sent, `${place}: duplicate entries for key ${key}`, 'remove one of them');
  }
  if (reason === 'unknown') {
    return untypable(sent, `${place}: field not declared in schema`, misnamed([path]));
  }
  const wanted = { bytes: 'string', numeric: 'numeric (int or float)' }[expected!] ?? expected;
  return untypable(sent, `${place}: expected ${wanted}, got ${got}`, retyped(path, expected));
}

function untypable(
  { namespace = '', name, apiVersion, kind }: AppliedManifest,
  why: string,
  remedy: string,
): Finding {
  const version = `${groupOf(apiVersion)}/${versionOf(apiVersion)}`;
  return inWords(
    '',
    `failed to create typed patch object (${namespace}/${name}; ${version}, Kind=${kind}): ${why}`,
    remedy,
  );
}

/** What kubectl sends is refused for the first field of another type, or for all unknown ones. */
function byKubectl(
  problems: readonly DecodeProblem[],
  { apiVersion, kind }: AppliedManifest,
  isUpdate: boolean,
): Finding[] {
  if (problems.length === 0) return [];
  const refusal = (why: string, remedy: string): Finding[] => [
    isUpdate
      ? inWords('patch', `Invalid value: {…}: ${why}`, remedy)
      : inWords(
          '',
          `${kind} in version "${versionOf(apiVersion)}" cannot be handled as a ${kind}: ${why}`,
          remedy,
          400,
        ),
  ];
  const ofType = problems.filter(({ reason }) => reason === 'type');
  const ofMetadata = ofType.find(({ path }) => METADATA.test(path));
  const found = ofMetadata ?? ofType[0];
  if (!found) {
    const paths = problems.map(({ path }) => path);
    const unknown = paths.map((path) => `unknown field ${JSON.stringify(path)}`).join(', ');
    return refusal(`strict decoding error: ${unknown}`, misnamed(paths));
  }
  const { path, expected, got = '' } = found;
  const cannot = `json: cannot unmarshal ${JSON_KINDS[got] ?? got} into`;
  const remedy = retyped(path, expected);
  if (!ofMetadata) return refusal(`${cannot} ${path} of type ${expected}`, remedy);
  // kubectl itself reads the metadata of what it applies.
  const [, field] = METADATA.exec(path)!;
  const place = `Go struct field ObjectMeta.metadata.${field}`;
  return [inWords('', `unable to decode: ${cannot} ${place} of type ${expected}`, remedy)];
}

const METADATA = /^metadata\.(\w+)/;

function misnamed(paths: readonly string[]): string {
  const one = paths.length === 1;
  return `remove ${paths.join(' and ')}, or correct ${one ? 'its name' : 'their names'}`;
}

function retyped(path: string, expected: string | undefined): string {
  return `write ${path} as ${expected}`;
}

/** Kinds of values as Go's reader of JSON names them, where problems name them otherwise. */
const JSON_KINDS: { readonly [kind: string]: string } = {
  boolean: 'bool',
  float: 'number',
  int: 'number',
  list: 'array',
  map: 'object',
};

/**
 * Whether a problem keeps a manifest from being applied. A new object is refused for a number of
 * too many bits by kubectl, and better than stored with another number; an update cuts them off
 * either way. Bytes may be a list of numbers where kubectl applies them.
 */
function isHeeded({ expected }: DecodeProblem, isUpdate: boolean, way: ApplyWay): boolean {
  if (expected === 'int32' || expected === 'int64') return !isUpdate;
  return expected !== 'bytes' || way === 'serverSide';
}

/** Items with the same key: server-side apply refuses them wherever they are. */
export function duplicateRefusals(
  sent: AppliedManifest,
  way: ApplyWay,
  stored: Stored | undefined,
): Finding[] {
  if (sent.type === undefined || way === 'clientSide') return [];
  const found: Finding[] = [];
  findDuplicates(sent.type, sent.manifest, (path, key, index, keys) => {
    // Of a new object the fields that are missing say more.
    if (key === undefined && !stored) return;
    const why =
      key === undefined
        ? `element ${index}: associative list with keys has an element that omits all key fields ${JSON.stringify(keys)} (and doesn't have default values for any key fields)`
        : `duplicate entries for key ${key}`;
    found.push(
      untypable(
        sent,
        `${path()}: ${why}`,
        key === undefined ? `write ${keys?.join(', ')}` : 'remove one of them',
      ),
    );
  });
  return found;
}

/** Lists that kubectl makes no patch of, or none that the server can read. */
export function misfitRefusals(misfits: readonly Misfit[]): Finding[] {
  return misfits.map(({ reason, key }) =>
    reason === 'order'
      ? inWords(
          '',
          "The order in patch list: […] doesn't match $setElementOrder list: […]",
          'remove one of the items with the same key',
        )
      : inWords(
          '',
          `map: {…} does not contain declared merge key: ${key}`,
          `write ${key} in each item of the list`,
        ),
  );
}
