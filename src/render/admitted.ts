/** Custom resources as the API server takes them in, and objects that only look like one. */
import { Entry, KubernetesObject, RenderFinding } from './entries';
import { KINDS } from './kinds';
import { checkMetadata, METADATA_FIELDS, unknownField } from './metadata';
import { RENDER_RULES as RULES } from './rules';
import { didYouMean, Finding, hasErrors, nearest, show, violation } from '../findings';
import { append, groupOf, isOfGroup, Manifest, versionOf } from '../kube';
import { admit, lineOf, remedyFor, RenderOptions, ResourceKind } from '../resource';

/** As the API server takes it in, or nothing if it does not. */
export function admitted(
  kind: ResourceKind,
  entry: Entry,
  request: RenderOptions,
  found: RenderFinding[],
): Manifest | undefined {
  const { data } = entry;
  const version = data.apiVersion.slice(kind.group.length + 1);
  if (!Object.hasOwn(kind.versions, version)) {
    found.push(
      entry.at(noMatches(data, 'apiVersion', `write apiVersion: ${presentVersion(kind)}`)),
    );
    return undefined;
  }
  const deprecation = kind.deprecated?.[version];
  const schema = kind.versions[version](request);
  const { object, refusal, errors, pruned } = admit(
    data,
    schema,
    (one) => kind.mutate?.(one, request) ?? { object: one },
  );
  const metadata = checkMetadata(data.metadata);
  const findings: Finding[] = [
    ...(deprecation === undefined
      ? []
      : [
          violation(
            RULES.deprecated,
            'apiVersion',
            deprecation,
            'use the version that remains supported',
          ),
        ]),
    ...metadata,
    ...pruned.map(({ path, nearest: meant }) => unknownField(path, meant)),
    // The webhook reads the metadata first, and says nothing else then.
    ...(refusal === undefined || hasErrors(metadata)
      ? []
      : [
          violation(
            RULES.webhook,
            '',
            refusal,
            'use a value that the types of the custom resource accept',
          ),
        ]),
    ...errors.map((error) =>
      violation(RULES.schema, error.path, lineOf(error), remedyFor(error, object, schema)),
    ),
  ];
  append(
    found,
    findings.map((finding) => entry.at(finding)),
  );
  return hasErrors(findings) ? undefined : withNamespace(object, request.namespace);
}

/**
 * As the API server's own type for metadata holds it: other fields, an empty one and a null are
 * none, and a null among texts is an empty one.
 */
function withNamespace(object: Record<string, unknown>, fallback?: string): Manifest {
  const metadata: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(object.metadata as Record<string, unknown>)) {
    if (value === null || value === '' || !METADATA_FIELDS.includes(field)) continue;
    const isTexts = field === 'labels' || field === 'annotations';
    metadata[field] = isTexts
      ? Object.fromEntries(Object.entries(value as object).map(([key, text]) => [key, text ?? '']))
      : value;
  }
  if (metadata.namespace === undefined && fallback !== undefined) metadata.namespace = fallback;
  return { ...object, metadata } as unknown as Manifest;
}

/** Whether an object that passes through has the kind or the group of those that are rendered. */
export function looksKnown({ apiVersion, kind }: KubernetesObject): boolean {
  for (const one of KINDS) {
    if (one.kind === kind || isOfGroup(apiVersion, one.group)) return true;
  }
  return false;
}

/** An object that passes through, but looks as if it should not. */
export function checkOther(data: KubernetesObject): Finding[] {
  const group = groupOf(data.apiVersion);
  const known = KINDS.filter((kind) => kind.group === group);
  const served = known.map(({ kind }) => kind);
  const isOthers =
    known.every(({ isGroupShared }) => isGroupShared) && nearest(data.kind, served) === undefined;
  if (!isOthers) return [noMatches(data, 'kind', didYouMean(data.kind, served))];
  const meant = KINDS.find(({ kind }) => kind === data.kind);
  if (!meant) return [];
  return [
    violation(
      RULES.otherGroup,
      'apiVersion',
      `the ${data.kind} of ${show(data.apiVersion)} passes through unchanged`,
      `write apiVersion: ${presentVersion(meant.load())}, if that is what you mean`,
    ),
  ];
}

/** A resource that another project's controller reads, though it is called as one of these. */
export function foreignKind(data: KubernetesObject): Finding {
  return violation(
    RULES.foreignKind,
    'spec',
    `the ${data.kind} of ${show(data.apiVersion)} has the fields of another project's, and passes through unchanged`,
    `use --pass-through ${namesOfKind(data)[2]}, if that is what you mean`,
  );
}

/** The last version that is to stay. */
function presentVersion({ group, versions, deprecated }: ResourceKind): string {
  return `${group}/${Object.keys(versions)
    .filter((version) => deprecated?.[version] === undefined)
    .pop()}`;
}

function noMatches({ apiVersion, kind }: KubernetesObject, path: string, remedy: string): Finding {
  return violation(
    RULES.noMatches,
    path,
    `no matches for kind ${show(kind)} in version ${show(apiVersion)}`,
    remedy,
  );
}

/**
 * Whether an object is of one of these kinds: each is named as kubectl does, `Kind`, `Kind.group`
 * or `Kind.version.group`.
 */
export function isPassed(data: KubernetesObject, passThrough: readonly string[] = []): boolean {
  return passThrough.length > 0 && namesOfKind(data).some((name) => passThrough.includes(name));
}

function namesOfKind({ apiVersion, kind }: KubernetesObject): readonly [string, string, string] {
  const group = groupOf(apiVersion);
  const version = versionOf(apiVersion);
  return [kind, `${kind}.${group}`, `${kind}.${version}.${group}`];
}
