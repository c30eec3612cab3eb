/**
 * Claims as they are written in an object: one of its own, the templates of a StatefulSet, the
 * ephemeral volumes of pods.
 */
import { Finding, show } from '../findings';
import { JudgedObject, makesClaims, World } from '../judge';
import { CLASS_ANNOTATION, fieldPath, isFields, onceFor, ParsedQuantity } from '../kube';
import { Fields, fieldOf, fieldsOf, readQuantity, textOf, textsOf, valuesOf } from '../object';
import { ClaimOrigin, defaultClassOf } from '../topology';

/** A claim as somebody writes it. */
export interface WrittenClaim {
  readonly namespace?: string;
  readonly origin: ClaimOrigin;
  /** Its name, or that of the template or volume which it comes from. */
  readonly name: string;
  /** How a message calls it. */
  readonly title: string;
  /** The field in which it is: empty for an object of its own. */
  readonly path: string;
  readonly metadata: Fields;
  readonly spec: Fields;
}

export interface ClassOfWritten {
  /**
   * Empty for none at all; undefined where the default of the cluster counts and nobody says which
   * one that is.
   */
  readonly name?: string;
  /** The field that says so, or would. */
  readonly field: string;
  readonly isDefault: boolean;
}

export interface WrittenSize {
  readonly text: string;
  readonly size: ParsedQuantity;
}

const NONE: readonly WrittenClaim[] = Object.freeze([]);
/** Several rules ask for them, of every object. */
const claimsIn = onceFor(readClaims);

/** The claims in an object, in its order. */
export function writtenClaims(object: JudgedObject): readonly WrittenClaim[] {
  const { kindKey, workload } = object;
  // Most pods only name claims.
  return kindKey === '/PersistentVolumeClaim' || (workload && makesClaims(workload))
    ? claimsIn(object)
    : NONE;
}

/** Findings on the claims in an object, one by one. */
export function ofEachClaim(
  object: JudgedObject,
  find: (claim: WrittenClaim) => readonly Finding[],
): readonly Finding[] {
  const claims = writtenClaims(object);
  // Nearly all objects with claims have one.
  return claims.length === 1 ? find(claims[0]) : claims.flatMap(find);
}

function readClaims({
  kindKey,
  name,
  namespace,
  manifest,
  workload,
  podPath = '',
}: JudgedObject): readonly WrittenClaim[] {
  if (kindKey === '/PersistentVolumeClaim') {
    return [
      new ReadClaim(
        namespace,
        'declared',
        name,
        '',
        fieldsOf(manifest.metadata),
        fieldsOf(manifest.spec),
      ),
    ];
  }
  if (!workload) return NONE;
  const templates = workload.claims.some(({ origin }) => origin === 'template')
    ? valuesOf(fieldsOf(manifest.spec).volumeClaimTemplates)
    : [];
  return [
    ...templates.flatMap((template, index) =>
      isFields(template)
        ? [
            written(
              template,
              textOf(fieldsOf(template.metadata).name),
              'template',
              `spec.volumeClaimTemplates[${index}]`,
              namespace,
            ),
          ]
        : [],
    ),
    ...valuesOf(workload.podSpec.volumes).flatMap((volume, index) => {
      const template = fieldsOf(fieldsOf(fieldsOf(volume).ephemeral).volumeClaimTemplate);
      return isFields(template.spec)
        ? [
            written(
              template,
              textOf(fieldsOf(volume).name),
              'ephemeral',
              `${podPath}.volumes[${index}].ephemeral.volumeClaimTemplate`,
              namespace,
            ),
          ]
        : [];
    }),
  ];
}

function written(
  template: Fields,
  name: string,
  origin: ClaimOrigin,
  path: string,
  namespace: string | undefined,
): WrittenClaim {
  return new ReadClaim(
    namespace,
    origin,
    name,
    path,
    fieldsOf(template.metadata),
    fieldsOf(template.spec),
  );
}

const WHAT = { declared: 'claim', template: 'claim template', ephemeral: 'ephemeral volume' };

/** A claim whose title is written when somebody asks for it. */
class ReadClaim implements WrittenClaim {
  constructor(
    public readonly namespace: string | undefined,
    public readonly origin: ClaimOrigin,
    public readonly name: string,
    public readonly path: string,
    public readonly metadata: Fields,
    public readonly spec: Fields,
  ) {}

  public get title(): string {
    return `the ${WHAT[this.origin]} ${show(this.name)}`;
  }
}

/** A field of the claim as one of the object that it is in. */
export function fieldOfClaim({ path }: WrittenClaim, field: string): string {
  return fieldPath(path, field);
}

/**
 * The class that the claim gets: the annotation counts before the field, and both before the
 * default, even if they are empty.
 */
export function classOfWritten(claim: WrittenClaim, world: World): ClassOfWritten {
  const annotated = fieldOf(claim.metadata.annotations, CLASS_ANNOTATION);
  if (typeof annotated === 'string') return new GivenClass(claim, annotated, BY_ANNOTATION, false);
  const { storageClassName } = claim.spec;
  return typeof storageClassName === 'string'
    ? new GivenClass(claim, storageClassName, BY_FIELD, false)
    : new GivenClass(claim, world.once(defaultClassName), BY_FIELD, true);
}

const BY_ANNOTATION = `metadata.annotations["${CLASS_ANNOTATION}"]`;
const BY_FIELD = 'spec.storageClassName';

/** A class whose place is written when somebody asks for it. */
class GivenClass implements ClassOfWritten {
  constructor(
    private readonly claim: WrittenClaim,
    public readonly name: string | undefined,
    private readonly by: string,
    public readonly isDefault: boolean,
  ) {}

  public get field(): string {
    return fieldOfClaim(this.claim, this.by);
  }
}

/** The class of claims that name none: that of the objects, or else of the target. */
export function defaultClassName({ topology, target }: World): string | undefined {
  return defaultClassOf(topology.storageClasses)?.name ?? target.defaultStorageClassName;
}

/** The class of a claim that names none, as messages call it. */
export function defaultClassInWords(name: string | undefined): string {
  return name === undefined
    ? 'the default class of the cluster, if there is one'
    : `the default class ${show(name)}`;
}

export function requestOf(spec: Fields): WrittenSize | undefined {
  return sizeIn(fieldsOf(spec.resources).requests);
}

/** The size among quantities, if there is one. */
export function sizeIn(quantities: unknown): WrittenSize | undefined {
  const { storage } = fieldsOf(quantities);
  const size = readQuantity(storage);
  return size && { text: String(storage), size };
}

/** The access modes that a claim asks for. */
export function modesOf(spec: Fields): readonly string[] {
  return textsOf(spec.accessModes).filter((mode) => mode !== '');
}

/** What containers see of it: `Filesystem` if it says nothing. */
export function volumeModeOf(spec: Fields): string {
  return textOf(spec.volumeMode) || 'Filesystem';
}
