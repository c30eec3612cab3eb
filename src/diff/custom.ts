/** Custom resources: what definitions among the files, and those that are well known, say of their versions, defaults and changes. */
import { GATEWAY_SCHEMAS } from './gateway';
import { Sent } from './objects';
import { isAsItWas } from './ratchet';
import { at, listAt } from './rules';
import { CelSchema, judgeRules, RuleProblems } from './schema-rules';
import { Draft } from './types';
import { isOwnGroup } from './versions';
import { Fields, fieldsOf, groupOf, pluralOf, versionOf } from '../kube';
import { KINDS } from '../render';
import { admit, RenderOptions, Schema } from '../resource';

const OPTIONS: RenderOptions = { operatorMode: true, operatorPreset: 'chart', operatorEnv: {} };

/** What is known of the custom kinds. */
export class CustomKinds {
  private readonly definitions = new Map<string, Fields>();

  /** Of two definitions of a kind the last one counts. */
  constructor(definitions: readonly Fields[]) {
    for (const definition of definitions) {
      const { group, names } = fieldsOf(definition.spec);
      const { kind } = fieldsOf(names);
      if (typeof group === 'string' && typeof kind === 'string') this.definitions.set(`${group}/${kind}`, definition);
    }
  }

  /** Whether the kind of an object is defined alike there. */
  public isSameFor({ kindKey }: Sent, other: CustomKinds): boolean {
    return this.definitions.get(kindKey) === other.definitions.get(kindKey);
  }

  /** The name by which policies and roles call the kind of an object. */
  public pluralOf({ kindKey, kind }: Pick<Sent, 'kindKey' | 'kind'>): string {
    const plural = at(this.definitions.get(kindKey) ?? {}, 'spec.names.plural');
    return typeof plural === 'string' ? plural : pluralOf(kind);
  }

  /** Whether the kind of an object is defined among the files, or is one of Kubernetes' own. */
  public isDefined({ kindKey, apiVersion, type }: Sent): boolean {
    return type !== undefined || this.definitions.has(kindKey) || isOwnGroup(groupOf(apiVersion));
  }

  /** Whether the definition is there and does not serve the version. */
  public isUnserved(sent: Sent): boolean {
    const definition = this.definitions.get(sent.kindKey);
    if (!definition) return false;
    const found = this.versionOf(definition, sent);
    return found === undefined || found.served === false;
  }

  /** What the schema writes out. */
  public writeDefaults(sent: Sent, live: Draft): void {
    const schema = this.schemaOf(sent);
    if (!schema) return;
    const { object } = admit(live, schema as Schema);
    for (const field of Object.keys(live)) if (!Object.hasOwn(object, field)) delete live[field];
    Object.assign(live, object);
  }

  /** Fields that the schema does not know. */
  public unknownFields(sent: Sent): string[] {
    const schema = this.schemaOf(sent);
    return schema ? admit(sent.manifest, schema as Schema).pruned.map(({ path }) => path) : [];
  }

  /** What the schema and its rules refuse of a new object, or of a change. */
  public refusals(sent: Sent, before: Fields | undefined, after: Fields): RuleProblems {
    const schema = this.schemaOf(sent);
    if (!schema) return { refused: [], unknown: [] };
    const { errors } = admit(after, schema as Schema);
    const { refused, unknown } = judgeRules(schema, after, before);
    const isNew = ({ path, message }: { readonly path: string; readonly message: string }) =>
      before === undefined || !isAsItWas(schema, before, after, path, message.endsWith('Required value'));
    const byType = errors.filter(isNew).map(({ path, message }) => {
      const words = message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
      return { field: path === '' ? '<nil>' : path, message: words, remedy: 'correct the field' };
    });
    const inOrder = [...byType, ...refused]
      .sort((a, b) => a.field < b.field || a.field === b.field && a.message < b.message ? -1 : 1);
    return { refused: inOrder, unknown };
  }

  private versionOf(definition: Fields, { apiVersion }: Sent): Fields | undefined {
    const version = versionOf(apiVersion);
    return listAt(definition, 'spec.versions').find(({ name }) => name === version);
  }

  private schemaOf(sent: Sent): CelSchema | undefined {
    const definition = this.definitions.get(sent.kindKey);
    if (definition) {
      const schema = fieldsOf(fieldsOf(this.versionOf(definition, sent)?.schema).openAPIV3Schema);
      return Object.keys(schema).length > 0 ? schema as CelSchema : undefined;
    }
    if (Object.hasOwn(GATEWAY_SCHEMAS, sent.kindKey)) return GATEWAY_SCHEMAS[sent.kindKey];
    return this.ownSchemaOf(sent);
  }

  /** Of the kinds that this library renders. */
  private ownSchemaOf({ kindKey, apiVersion, given }: Sent): CelSchema | undefined {
    const known = KINDS.find(({ group, kind }) => `${group}/${kind}` === kindKey)?.load();
    if (!known || known.isForeign?.(given)) return undefined;
    const version = apiVersion.slice(known.group.length + 1);
    return Object.hasOwn(known.versions, version) ? known.versions[version](OPTIONS) as CelSchema : undefined;
  }
}
