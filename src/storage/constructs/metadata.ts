/** From the props of one object, with cdk8s' metadata, to the input that the core wants. */
import { ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';
import { Finding, violation } from '../../findings';
import { isClusterScoped } from '../../kube';
import { SHAPE_RULES } from '../../shape';
import { FieldsOf, Input, namespaceOf, readInput } from '../../tree';
import { ObjectSpec } from '../spec';

/** The fields that identify an object, which are known when its construct is made. */
const IDENTITY = ['name', 'namespace', 'labels', 'annotations', 'metadata'] as const;

/** Props of one object. */
interface ObjectProps {
  readonly metadata?: ApiObjectMetadata;
  readonly additionalFields?: { readonly [field: string]: unknown };
}

/** What is to be known about the props of a kind. */
interface ObjectOptions<T> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly fields: FieldsOf<T>;
  /** The fields besides the identity that must be known when the construct is made; all of them unless they are named. */
  readonly early?: readonly (keyof T & string)[];
  check(input: T): Finding[];
}

/** The input of an object: checked, and as it was given, for what must be known of it now. */
export interface ObjectInput<T> extends Input<T> {
  readonly given: T;
}

/** Reads the props of an object. The construct's id is its name unless the metadata has one. */
export function readObject<T extends ObjectSpec>(scope: Construct, id: string, props: ObjectProps, options: ObjectOptions<T>): ObjectInput<T> {
  const { metadata, additionalFields, ...own } = props ?? {};
  const { name, namespace, labels, annotations, ...others } = metadata ?? {};
  const given = {
    ...own,
    name: name ?? id,
    namespace: isClusterScoped(options.apiVersion, options.kind) ? undefined : namespaceOf(scope, namespace),
    labels,
    annotations,
    metadata: others,
    extra: additionalFields,
  } as unknown as T;
  const early = options.early && [...IDENTITY, ...options.early];
  const check = (input: T) => [...options.check(input), ...misplaced(own)];
  return { ...readInput<T>(scope, given, { fields: options.fields, early, check }), given };
}

/** What identifies an object stands in its metadata, as everywhere in cdk8s; elsewhere it would have no effect. */
function misplaced(own: object): Finding[] {
  return [...IDENTITY, 'extra'].filter((field) => (own as { [field: string]: unknown })[field] !== undefined).map((field) =>
    violation(SHAPE_RULES.unknownField, field, `there is no option "${field}"`, field === 'extra' ? 'use additionalFields' : `use metadata.${field}`));
}
