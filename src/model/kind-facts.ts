/** The kinds of Kubernetes, in the stable versions that a server has. */
import { KindFacts, table } from './table';
import { rememberedOfBoth, own } from '../kube';

/** What a server knows of a kind; undefined of custom resources. */
export const factsOfKind = rememberedOfBoth((apiVersion, kind): KindFacts | undefined =>
  own(table().kinds, `${apiVersion}/${kind}`),
);

/** The type of a kind; undefined of custom resources. */
export function typeOfKind(apiVersion: string, kind: string): string | undefined {
  return factsOfKind(apiVersion, kind)?.type;
}

let types: ReadonlySet<string> | undefined;

/** Whether a type is that of a kind, and of nothing within an object. */
export function isTypeOfKind(type: string): boolean {
  types ??= new Set(Object.values(table().kinds).map((kind) => kind.type));
  return types.has(type);
}
