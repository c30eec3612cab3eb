/** The metadata of one object, from its props to the input that the core wants. */
import { Construct } from 'constructs';
import { Finding, violation } from '../../findings';
import { isClusterScoped } from '../../kube';
import { Shape, SHAPE_RULES } from '../../shape';
import { Input, namespaceOf, readInput } from '../../tree';
import { ObjectSpec } from '../spec';

/** The fields that identify an object, which are known when its construct is made. */
const IDENTITY = ['name', 'namespace', 'labels', 'annotations'] as const;

interface ObjectProps {
  readonly name?: string;
  readonly namespace?: string;
}

/** What is to be known about the props of a kind. */
interface ObjectOptions<T, M> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly shape: Shape<T>;
  /**
   * The fields besides the identity that must be known when the construct is made. All of them
   * unless they are named.
   */
  readonly early?: readonly (keyof T & string)[];
  readonly make?: (input: T) => M;
  readonly check: (input: T, made: M) => Finding[];
}

/** The input of an object: checked, and as it was given, for what must be known of it now. */
export interface ObjectInput<T, M> extends Input<T, M> {
  readonly given: T;
}

/** Reads the props of an object. The construct's id is its name unless it is given one. */
export function readObject<T extends ObjectSpec, M = unknown>(
  scope: Construct,
  id: string,
  props: ObjectProps,
  options: ObjectOptions<T, M>,
): ObjectInput<T, M> {
  // What cdk8s-plus takes instead is told for itself, and no option beside the others.
  const { metadata, ...own } = (props ?? {}) as ObjectProps & { readonly metadata?: unknown };
  const isNamespaced = !isClusterScoped(options.apiVersion, options.kind);
  const given = {
    ...own,
    name: own.name ?? id,
    ...(isNamespaced ? { namespace: namespaceOf(scope, own.namespace) } : {}),
  } as unknown as T;
  const early = options.early && ([...IDENTITY, ...options.early] as readonly (keyof T & string)[]);
  const { shape, make } = options;
  const check = (input: T, made: M) => [
    ...(metadata === undefined ? [] : [notMetadata(isNamespaced)]),
    ...options.check(input, made),
  ];
  return { ...readInput<T, M>(scope, given, { shape, early, make, check }), given };
}

/** As cdk8s-plus takes them. Here it would have no effect. */
function notMetadata(isNamespaced: boolean): Finding {
  const remedy = `use ${isNamespaced ? 'name, namespace, labels and annotations' : 'name, labels and annotations'}`;
  return violation(SHAPE_RULES.unknownField, 'metadata', 'there is no option "metadata"', remedy);
}
