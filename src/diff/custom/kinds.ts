/**
 * Custom resources: what definitions among the files, and those that are well known, say of their
 * versions, defaults and changes.
 */
import { typeMismatches } from './decode';
import { isAsItWas } from './ratchet';
import { hasRules, judgeRules } from './schema-rules';
import { ApplyWay } from '../spec';
import { fieldNamesOf, isGrowing, wellKnownSchema } from './well-known';
import { nearest, Finding } from '../../findings';
import {
  Fields,
  fieldsOf,
  groupOf,
  isFields,
  onceFor,
  own,
  pluralOf,
  setField,
  versionOf,
} from '../../kube';
import { at, listAt, DecodeProblem, Draft, isOwnGroup } from '../../model';
import { KINDS } from '../../render';
import {
  admit,
  API_RULES,
  inWords,
  partAt,
  PrunedField,
  prunedFields,
  readSchema,
  RenderOptions,
  Schema,
  withDefaults,
} from '../../resource';
import { AppliedManifest, fieldAndWords } from '../../validation';
import { Judgement, TAKEN } from '../server/judgement';

const OPTIONS: RenderOptions = { operatorMode: true, operatorPreset: 'chart', operatorEnv: {} };

/** A schema, and whether it is that of a definition that is presumed to be in the cluster. */
interface KnownSchema {
  readonly schema: Schema;
  readonly isPresumed: boolean;
}

const NOTHING = { problems: [], doubts: [] };

/** Errors after which the rules of the schema are not looked at. */
const BLOCKING: ReadonlySet<string> = new Set(
  [
    API_RULES.unsupported,
    API_RULES.required,
    API_RULES.tooLong,
    API_RULES.tooMany,
    API_RULES.type,
  ].map(({ id }) => id),
);
/** What the server adds where it did not look at rules. */
export const UNCHECKED = inWords(
  '<nil>',
  'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
  'correct the field',
);

export class CustomKinds {
  private readonly definitions = new Map<string, Fields>();
  /** Whether some of them name their kinds in small letters, as the catalogue does. */
  private readonly areSomeSmall: boolean;

  /**
   * Of two definitions of a kind the last one counts. What `isPast` was taken by whatever
   * definitions there were.
   */
  constructor(
    definitions: readonly Fields[],
    private readonly isPast = false,
  ) {
    for (const definition of definitions) {
      const { group, names } = fieldsOf(definition.spec);
      const { kind } = fieldsOf(names);
      if (typeof group === 'string' && typeof kind === 'string') {
        this.definitions.set(`${group}/${kind}`, definition);
      }
    }
    this.areSomeSmall = [...this.definitions.keys()].some((key) => key === key.toLowerCase());
  }

  /** Whether the kind of an object is defined alike there. */
  public isSameFor({ kindKey }: AppliedManifest, other: CustomKinds): boolean {
    return this.definitionOf(kindKey) === other.definitionOf(kindKey);
  }

  /** The name by which policies and roles call the kind of an object. */
  public pluralOf({ kindKey, kind }: Pick<AppliedManifest, 'kindKey' | 'kind'>): string {
    const plural = at(this.definitionOf(kindKey) ?? {}, 'spec.names.plural');
    return typeof plural === 'string' ? plural : pluralOf(kind);
  }

  /** Whether the kind of an object is defined among the files, or is one of Kubernetes' own. */
  public isDefined({ kindKey, apiVersion, type }: AppliedManifest): boolean {
    return type !== undefined || this.hasDefinition(kindKey) || isOwnGroup(groupOf(apiVersion));
  }

  public hasDefinition(kindKey: string): boolean {
    return this.definitionOf(kindKey) !== undefined;
  }

  /** Whether the definition is there and does not serve the version. */
  public isUnserved(sent: AppliedManifest): boolean {
    const definition = this.definitionOf(sent.kindKey);
    if (!definition) return false;
    const found = this.versionOf(definition, sent);
    return found === undefined || found.served === false;
  }

  /** What the schema writes out. Server-side apply keeps nulls where the schema allows them. */
  public writeDefaults(sent: AppliedManifest, live: Draft, way: ApplyWay): void {
    const found = this.schemaOf(sent);
    if (!found) return;
    const { schema, isPresumed } = found;
    if (way === 'serverSide') keepNulls(schema, sent.manifest, live);
    // The definition in the cluster may know more fields.
    const object = fieldsOf(isPresumed ? withDefaults(live, schema) : admit(live, schema).object);
    for (const field of Object.keys(live)) if (!Object.hasOwn(object, field)) delete live[field];
    Object.assign(live, object);
  }

  /**
   * Fields that the schema does not know, and by server-side apply values of another type. What is
   * stored likewise was taken.
   */
  public decodeProblems(
    sent: AppliedManifest,
    stored: AppliedManifest | undefined,
    way: ApplyWay,
  ): { readonly problems: readonly DecodeProblem[]; readonly doubts: readonly string[] } {
    const found = this.schemaOf(sent);
    if (!found || (found.isPresumed && this.isPast)) return NOTHING;
    const { schema, isPresumed } = found;
    const isOld = alreadyIn(isPresumed ? stored : undefined, schema);
    const unknown = prunedFields(sent.manifest, schema).filter(({ path }) => !isOld(path));
    const mayGrow = isPresumed && isGrowing(sent.apiVersion);
    const isDoubtful = ({ field, nearest: meant }: PrunedField) =>
      mayGrow && meant === undefined && !fieldNamesOf(schema).has(field);
    const mismatches = way === 'serverSide' ? typeMismatches(schema, sent.manifest) : [];
    return {
      problems: [
        ...unknown
          .filter((field) => !isDoubtful(field))
          .map(({ path }): DecodeProblem => ({ path, reason: 'unknown' })),
        ...mismatches,
      ],
      doubts: unknown
        .filter(isDoubtful)
        .map(
          ({ path }) =>
            `whether the definition of ${sent.kind} in the cluster has the field ${path}`,
        ),
    };
  }

  /** What the schema and its rules refuse of a new object, or of a change. */
  public refusals(sent: AppliedManifest, before: Fields | undefined, after: Fields): Judgement {
    const found = this.schemaOf(sent);
    if (!found || (found.isPresumed && this.isPast)) return TAKEN;
    const { schema, isPresumed } = found;
    const isNew = ({ path, rule }: Finding) =>
      before === undefined ||
      !isAsItWas(schema, before, after, path, rule === API_RULES.required.id);
    const errors = admit(after, schema).errors.filter(isNew);
    const isDoubtful = (error: Finding) =>
      isPresumed && isGrowing(sent.apiVersion) && isFarFromAll(error, after, schema);
    const byType = errors.filter((error) => !isDoubtful(error));
    // Rules are for values of the right shape.
    const isUnshaped = errors.some(({ rule }) => BLOCKING.has(rule)) && hasRules(schema);
    const { refused, unknown } = isUnshaped
      ? { refused: byType.length > 0 ? [UNCHECKED] : [], unknown: [] }
      : judgeRules(schema, after, before);
    const inOrder = [...byType, ...refused].sort(byFieldAndWords);
    const doubts = errors
      .filter(isDoubtful)
      .map(
        ({ path }) =>
          `whether the definition of ${sent.kind} in the cluster takes that value of ${path}`,
      );
    const rules = isPresumed
      ? []
      : unknown.map((rule) => `whether the rule ${JSON.stringify(rule)} of its definition holds`);
    return { refused: inOrder, unknown: [...doubts, ...rules] };
  }

  /** By which its parts are merged; undefined of Kubernetes' own kinds. */
  public layoutOf(sent: AppliedManifest): Schema | undefined {
    return sent.type === undefined ? this.schemaOf(sent)?.schema : undefined;
  }

  private definitionOf(kindKey: string): Fields | undefined {
    const found = this.definitions.get(kindKey);
    return found ?? (this.areSomeSmall ? this.definitions.get(kindKey.toLowerCase()) : undefined);
  }

  private versionOf(definition: Fields, { apiVersion }: AppliedManifest): Fields | undefined {
    const version = versionOf(apiVersion);
    return listAt(definition, 'spec.versions').find(({ name }) => name === version);
  }

  private schemaOf(sent: AppliedManifest): KnownSchema | undefined {
    const definition = this.definitionOf(sent.kindKey);
    if (definition) {
      const given = fieldsOf(this.versionOf(definition, sent)?.schema).openAPIV3Schema;
      const schema = isFields(given) ? schemaFrom(given) : NO_SCHEMA;
      // A read-out may leave long schemas out.
      const known = wellKnownSchema(sent.apiVersion, sent.kind);
      if (known && !isFields(schema.properties)) return { schema: known, isPresumed: true };
      return Object.keys(schema).length > 0 ? { schema, isPresumed: false } : undefined;
    }
    const presumed = wellKnownSchema(sent.apiVersion, sent.kind);
    if (presumed) return { schema: presumed, isPresumed: true };
    const rendered = this.ownSchemaOf(sent);
    return rendered && { schema: rendered, isPresumed: false };
  }

  /** Of the kinds that this library renders. */
  private ownSchemaOf({ kindKey, apiVersion, given }: AppliedManifest): Schema | undefined {
    const known = KINDS.find(({ group, kind }) => `${group}/${kind}` === kindKey)?.load();
    if (!known || known.isForeign?.(given)) return undefined;
    const version = apiVersion.slice(known.group.length + 1);
    return Object.hasOwn(known.versions, version) ? known.versions[version](OPTIONS) : undefined;
  }
}

const NO_SCHEMA: Schema = {};

/** The schema of a definition, read once. */
const schemaFrom = onceFor((given: Fields) => readSchema(given));

/** Whether a value is none of those that a field takes, and like none of them. */
function isFarFromAll({ rule, path }: Finding, object: Fields, whole: Schema): boolean {
  if (rule !== API_RULES.unsupported.id) return false;
  const { value, schema } = partAt(path, object, whole) ?? {};
  if (typeof value !== 'string') return false;
  const known = (schema?.enum ?? []).filter((one) => typeof one === 'string');
  return (
    nearest(value, known) === undefined &&
    !known.some((one) => one.toLowerCase() === value.toLowerCase())
  );
}

/** Whether the stored object has a field that the schema does not know, wherever it is in lists. */
function alreadyIn(stored: AppliedManifest | undefined, schema: Schema): (path: string) => boolean {
  if (!stored) return () => false;
  const plain = (path: string) => path.replace(/\[\d+\]/g, '[]');
  const paths = new Set(prunedFields(stored.manifest, schema).map(({ path }) => plain(path)));
  return (path) => paths.has(plain(path));
}

/** Writes the nulls of a manifest that the schema allows, where nothing is. */
function keepNulls(schema: Schema, manifest: Fields, live: Draft): void {
  for (const [field, given] of Object.entries(manifest)) {
    const inner = own(schema.properties, field) as Schema | undefined;
    if (!inner) continue;
    if (given === null && inner.nullable === true && live[field] === undefined) {
      setField(live, field, null);
    }
    const below = live[field];
    if (isFields(given) && isFields(below)) {
      const copy = { ...below };
      keepNulls(inner, given, copy);
      setField(live, field, copy);
    }
  }
}

function byFieldAndWords(one: Finding, other: Finding): number {
  return fieldAndWords(one) < fieldAndWords(other) ? -1 : 1;
}
