/** From the props of one object, with cdk8s' metadata, to the input that the core wants. */
import { ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';
import { Finding, violation } from '../../findings';
import { isClusterScoped, isFields } from '../../kube';
import { data, Shape, SHAPE_RULES, shapeFindings } from '../../shape';
import { Input, namespaceOf, readInput } from '../../tree';
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
  readonly shape: Shape<T>;
  /** The fields besides the identity that must be known when the construct is made. All of them unless they are named. */
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
  const noMetadata = isFields(metadata) || metadata === undefined ? [] : shapeFindings(metadata, data, 'metadata');
  const { name, namespace, labels, annotations, ...others } = noMetadata.length === 0 ? metadata ?? {} : {};
  const given = {
    ...own,
    name: name ?? id,
    namespace: isClusterScoped(options.apiVersion, options.kind) ? undefined : namespaceOf(scope, namespace),
    labels,
    annotations,
    metadata: others,
    additionalFields,
  } as unknown as T;
  const early = options.early && [...IDENTITY, ...options.early];
  const check = (input: T) => [...noMetadata, ...options.check(input), ...misplaced(own)];
  return { ...readInput<T>(scope, given, { shape: options.shape, early, check }), given };
}

/** What identifies an object stands in its metadata, as everywhere in cdk8s. Elsewhere it would have no effect. */
function misplaced(own: object): Finding[] {
  return [...IDENTITY].filter((field) => (own as { [field: string]: unknown })[field] !== undefined).map((field) =>
    violation(SHAPE_RULES.unknownField, field, `there is no option "${field}"`, `use metadata.${field}`));
}
