/** Problems that keep a manifest from being decoded, or from being merged with what is there. */
import { Judgement, TAKEN } from './judgement';
import { Finding } from '../../findings';
import { versionOf } from '../../kube';
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
  const refused = heeded
    .slice(0, way === 'serverSide' ? undefined : 1)
    .map(({ path, reason, expected, got, key }): Finding => {
      const remedy =
        reason === 'twice'
          ? 'remove one of them'
          : reason === 'unknown'
            ? `remove ${path}, or correct its name`
            : `write ${path} as ${expected}`;
      if (way === 'serverSide') {
        const why =
          reason === 'twice'
            ? `duplicate entries for key ${key}`
            : reason === 'unknown'
              ? 'field not declared in schema'
              : `expected ${expected === 'bytes' ? 'string' : expected}, got ${got}`;
        return inWords(
          '',
          `failed to create typed patch object (${sent.namespace ?? ''}/${sent.name}; ${sent.apiVersion}, Kind=${sent.kind}): .${stored ? appliedPath(sent, path) : path}: ${why}`,
          remedy,
        );
      }
      const [, ofMetadata] = /^metadata\.(\w+)/.exec(path) ?? [];
      if (reason === 'type' && ofMetadata !== undefined) {
        // kubectl itself reads the metadata of what it applies.
        return inWords(
          '',
          `unable to decode: json: cannot unmarshal ${JSON_KINDS[got ?? ''] ?? got} into Go struct field ObjectMeta.metadata.${ofMetadata} of type ${expected}`,
          remedy,
        );
      }
      const why =
        reason === 'unknown'
          ? `unknown field ${JSON.stringify(path)}`
          : `cannot unmarshal ${got} into ${path} of type ${expected}`;
      const strict = `strict decoding error: ${why}`;
      return stored
        ? inWords('patch', `Invalid value: {…}: ${strict}`, remedy)
        : inWords(
            '',
            `${sent.kind} in version "${versionOf(sent.apiVersion)}" cannot be handled as a ${sent.kind}: ${reason === 'unknown' ? strict : `json: ${why}`}`,
            remedy,
            400,
          );
    });
  return { refused, unknown: doubts };
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
      inWords(
        '',
        `failed to create typed patch object (${sent.namespace ?? ''}/${sent.name}; ${sent.apiVersion}, Kind=${sent.kind}): ${path()}: ${why}`,
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
