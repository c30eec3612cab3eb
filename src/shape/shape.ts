/** Shapes: the types of objectOf, as data that exist at run time. */
import { Problem } from '../findings';

/**
 * A type. `T` is what the compiler calls it, so that a shape cannot differ from the interface that
 * it is for.
 */
export type Shape<T = any> = Kind & { readonly ofType?: T; readonly isRequired?: boolean };

export type Kind =
  | {
      readonly kind: 'string';
      readonly notEmpty?: true;
      readonly problem?: (text: string) => Problem | undefined;
    }
  | { readonly kind: 'number' | 'integer' | 'boolean' | 'numberOrString' | 'data' | 'anything' }
  | { readonly kind: 'oneOf'; readonly values: readonly string[] }
  | { readonly kind: 'list' | 'map'; readonly of: Shape }
  | StructKind
  | {
      readonly kind: 'variants';
      readonly by: string;
      readonly variants: { readonly [value: string]: Shape };
    }
  | { readonly kind: 'elsewhere'; readonly remedy: string };

/** An object with fields of its own names. */
export interface StructKind {
  readonly kind: 'struct';
  readonly fields: { readonly [field: string]: Shape };
  readonly required: readonly string[];
  /** Whether there may be other fields, which Kubernetes knows better. */
  readonly isOpen: boolean;
}

/** An interface as it is read: jsii wants lists that can be changed, and nobody changes them. */
export type Read<T> = {
  readonly [K in keyof T]: T[K] extends readonly (infer V)[] | undefined
    ? readonly V[] | Extract<T[K], undefined>
    : T[K];
};

/** A shape for each field of an interface: the compiler asks for all of them. */
export type Shapes<T> = { readonly [K in keyof Required<T>]: Shape<NonNullable<T[K]>> };

/** A value that is the same in props and in plain input. */
type Plain = string | number | boolean;

/** The fields that only one of two types has, or that are other plain values in them. */
type Apart<P, T> =
  | Exclude<keyof P, keyof T>
  | Exclude<keyof T, keyof P>
  | {
      [K in keyof P & keyof T]-?: NonNullable<P[K]> extends Plain
        ? Worded<NonNullable<P[K]>> extends Worded<NonNullable<T[K]>>
          ? never
          : K
        : never;
    }[keyof P & keyof T];

/** An enum as the strings that its members are. */
type Worded<V> = V extends string ? `${V}` : V;

/**
 * Plain input of a construct, if its props have the same fields; otherwise the compiler says which
 * differ.
 */
export type InputOf<P, T> = [Apart<P, T>] extends [never] ? T : { readonly apart: Apart<P, T> };

export const string: Shape<string> = { kind: 'string' };

/** A string that says something. */
export const text: Shape<string> = { kind: 'string', notEmpty: true };

/** True or false, and nothing that JavaScript takes for one of them. */
export const flag: Shape<boolean> = { kind: 'boolean' };

/** A number that JSON can hold. */
export const number: Shape<number> = { kind: 'number' };

export const integer: Shape<number> = { kind: 'integer' };

/** A number, or the string that stands for one: a quantity, a port or its name. */
export const numberOrString: Shape<number | string> = { kind: 'numberOrString' };

/** A map of plain data whose fields somebody else knows: Kubernetes, mostly. */
export const data: Shape = { kind: 'data' };

/** Whatever it is: something else looks at it. */
export const anything: Shape = { kind: 'anything' };

export const json: Shape<string> = stringThat((given) => {
  try {
    JSON.parse(given);
    return undefined;
  } catch {
    return { message: 'is not valid JSON', remedy: 'use JSON, with strings in double quotes' };
  }
});

/** A string about which there is more to say. */
export function stringThat(problem: (text: string) => Problem | undefined): Shape<string> {
  return { kind: 'string', problem };
}

/** One of some strings, such as the values of an enum. */
export function oneOf<const V extends string>(values: readonly V[]): Shape<V> {
  return { kind: 'oneOf', values };
}

export function listOf<V>(of: Shape<V>): Shape<readonly V[]> {
  return { kind: 'list', of };
}

/** A map whose keys are the user's. */
export function mapOf<V>(of: Shape<V>): Shape<{ readonly [key: string]: V }> {
  return { kind: 'map', of };
}

/** Names and strings: labels, annotations, parameters. */
export const strings: Shape<{ readonly [key: string]: string }> = mapOf(string);

/** An object with exactly these fields, of which some are required. */
export function struct<T extends object>(
  fields: Shapes<T>,
  needed: readonly (keyof T & string)[] = [],
): StructKind & Shape<T> {
  return {
    kind: 'struct',
    fields: fields as StructKind['fields'],
    required: needed,
    isOpen: false,
  };
}

export type Of<S extends Shape> = NonNullable<S['ofType']>;

/** A field that is always there. Only the compiler knows it. */
export interface Always {
  readonly isAlways: true;
}

export function required<S extends Shape>(shape: S): S & Always {
  return { ...shape, isRequired: true } as unknown as S & Always;
}

/** A field that whoever fills in the object never leaves out, so that nobody is asked for it. */
export function always<S extends Shape>(shape: S): S & Always {
  return shape as S & Always;
}

/** The names of the fields that are always there. */
type AlwaysOf<F> = { [K in keyof F]: F[K] extends Always ? K : never }[keyof F];

/** The type of an object, by the shapes of its fields. */
type ObjectOf<F> = {
  readonly [K in AlwaysOf<F>]: F[K] extends Shape<infer T> ? T : never;
} & { readonly [K in Exclude<keyof F, AlwaysOf<F>>]?: F[K] extends Shape<infer T> ? T : never };

/** One type in place of several that are joined: what the compiler shows of it can be read. */
type Joined<T> = { readonly [K in keyof T]: T[K] };

export type OfFields<F> = Joined<ObjectOf<F>>;

/** An object with exactly these fields, whose type follows from theirs. */
export function objectOf<F extends { readonly [field: string]: Shape }>(
  fields: F,
): StructKind & Shape<OfFields<F>> {
  const names = Object.keys(fields).filter((name) => fields[name].isRequired === true);
  return { kind: 'struct', fields, required: names, isOpen: false };
}

/** An object of which these fields are known here, and the others elsewhere. */
export function openStruct(
  fields: { readonly [field: string]: Shape },
  needed: readonly string[] = [],
): StructKind & Shape {
  return { kind: 'struct', fields, required: needed, isOpen: true };
}

/** An object whose fields depend on the value of one of them. */
export function variants<T extends object>(
  by: keyof T & string,
  shapes: { readonly [value: string]: Shape },
): Shape<T> {
  return { kind: 'variants', by, variants: shapes };
}

/** The paths of all fields whose values Kubernetes knows better, such as `scheduling.affinity`. */
export function dataPaths(shape: Shape, path: string = ''): readonly string[] {
  if (shape.kind === 'data' || (shape.kind === 'struct' && shape.isOpen)) return [path];
  if (shape.kind === 'list') return dataPaths(shape.of, path);
  if (shape.kind !== 'struct') return [];
  return Object.entries(shape.fields).flatMap(([field, one]) =>
    dataPaths(one, path === '' ? field : `${path}.${field}`),
  );
}

/** Nothing: what is meant is given somewhere else. */
export function elsewhere(remedy: string): Shape {
  return { kind: 'elsewhere', remedy };
}
