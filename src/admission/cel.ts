/**
 * Expressions of CEL, composed: what holds of an object is written for the place where the object
 * stands, and texts are never edited.
 */

export type Cel = string;

/** The object after an edit, and before it. */
export type Side = 'object' | 'oldObject';

export interface NamedExpression {
  readonly name: string;
  readonly expression: Cel;
}

/**
 * A text in CEL, which knows all escapes of JSON. Flux would replace what follows a dollar sign.
 */
export function literal(text: string): Cel {
  return JSON.stringify(text).replaceAll('${', '\\u0024{');
}

export function listOf(texts: readonly string[]): Cel {
  return `[${texts.map(literal).join(', ')}]`;
}

export function anyOf(...expressions: readonly Cel[]): Cel {
  return expressions.map((one) => `(${one})`).join(' || ');
}

export function allOf(...expressions: readonly Cel[]): Cel {
  return expressions.map((one) => `(${one})`).join(' && ');
}

/** Whether it does not hold. */
export function not(expression: Cel): Cel {
  return `!(${expression})`;
}

/** What has to hold of requests of one kind only. */
export function onlyOn(operation: 'CREATE' | 'UPDATE' | 'DELETE', expression: Cel): Cel {
  return `request.operation != '${operation}' || (${expression})`;
}

/**
 * A condition that keeps a policy from what ends an object: an object that is being deleted must be
 * let go, whatever else is wrong.
 */
export const NOT_ENDING: NamedExpression = {
  name: 'not-ending',
  expression: 'oldObject == null || !has(oldObject.metadata.deletionTimestamp)',
};

/**
 * Whether a request comes from the control plane: the users that Kubernetes itself names, and the
 * service accounts of kube-system. What controllers write of their own accord must not be refused,
 * or nothing would end.
 */
export const BY_CONTROL_PLANE: Cel = allOf(
  'request.userInfo.username.startsWith("system:")',
  anyOf(
    'request.userInfo.username.startsWith("system:serviceaccount:kube-system:")',
    not('request.userInfo.username.startsWith("system:serviceaccount:")'),
  ),
);

/**
 * A field of a field and so on, which need not be there; without it, the fallback. The fields of
 * maps may have any names.
 */
export function valueAt(root: Cel, path: readonly string[], fallback: Cel): Cel {
  const steps = path.map((name, index) =>
    /^[A-Za-z_]\w*$/.test(name) ? `.${index === 0 ? '?' : ''}${name}` : `[?${literal(name)}]`,
  );
  return `${root}${steps.join('')}.orValue(${fallback})`;
}

/**
 * Whether there is a field, and all those that it is in: asking for a field of nothing is an error.
 */
export function isThere(root: Cel, path: string): Cel {
  const fields = path.split('.');
  const places = fields.map((_, index) => [root, ...fields.slice(0, index + 1)].join('.'));
  // No object is without these.
  return places
    .filter((place) => place !== `${root}.spec` && place !== `${root}.metadata`)
    .map((place) => `has(${place})`)
    .join(' && ');
}

/** Whether a field is neither added, removed nor changed. */
export function isSame(path: string): Cel {
  const [before, after] = [isThere('oldObject', path), isThere('object', path)];
  return `(${after}) == (${before}) && (!(${after}) || object.${path} == oldObject.${path})`;
}

export function hasLabel(side: Side, key: string, value: string): Cel {
  const labels = `${side}.metadata.labels`;
  return `${isThere(side, 'metadata.labels')} && ${literal(key)} in ${labels} && ${labels}[${literal(key)}] == ${literal(value)}`;
}
