/** Namespaces: their own name as a label, the levels of Pod Security, and finalizers. */
import { KindRules, Past } from './kind';
import { Finding } from '../../findings';
import { Fields, fieldsOf, isSame, qualifiedKeyProblems } from '../../kube';
import { at, Draft, fieldsAt } from '../../model';
import { invalid } from '../../resource';
import { isKnownFinalizer, UNKNOWN_FINALIZER } from '../metadata';

export const NAMESPACE_RULES: { readonly [kindKey: string]: KindRules } = {
  '/Namespace': {
    created: labelledByName,
    invalid: namespaceProblems,
  },
};

/** The server sees to it that a namespace has its own name as a label. */
export function labelledByName(live: Draft): void {
  const metadata = live.metadata as Draft;
  metadata.labels = { ...fieldsOf(metadata.labels), 'kubernetes.io/metadata.name': metadata.name };
}

function namespaceProblems(after: Fields, { before }: Past): Finding[] {
  const levels = levelProblems(after);
  if (!before) return [...levels, ...finalizerProblems(after)];
  // What was wrong before, and still is, stays.
  return isSame(levels, levelProblems(before)) ? [] : levels;
}

const PREFIX = 'pod-security.kubernetes.io/';
const MODES = ['enforce', 'audit', 'warn'];
const LEVELS = ['privileged', 'baseline', 'restricted'];
const VERSION = /^(?:latest|v1\.(?:0|[1-9][0-9]*))$/;

/** What is no level of Pod Security, or no version of one. */
function levelProblems(namespace: Fields): Finding[] {
  const labels = fieldsAt(namespace, 'metadata.labels');
  return MODES.flatMap((mode) => {
    const wrong = (key: string, isRight: (value: string) => boolean, why: string): Finding[] => {
      const value = labels[key];
      if (typeof value !== 'string' || isRight(value)) return [];
      return [invalid(`metadata.labels[${key}]`, value, why, 'correct it')];
    };
    return [
      ...wrong(
        `${PREFIX}${mode}`,
        (level) => LEVELS.includes(level),
        `must be one of ${LEVELS.join(', ')}`,
      ),
      ...wrong(
        `${PREFIX}${mode}-version`,
        (version) => VERSION.test(version),
        'must be "latest" or "v1.x"',
      ),
    ];
  });
}

function finalizerProblems(namespace: Fields): Finding[] {
  const finalizers = at(namespace, 'spec.finalizers');
  return (Array.isArray(finalizers) ? finalizers.map(String) : []).flatMap((name) => {
    const unknown = isKnownFinalizer(name) ? [] : [UNKNOWN_FINALIZER];
    return [...qualifiedKeyProblems(name), ...unknown].map((one) =>
      invalid('spec.finalizers', name, one, 'remove it'),
    );
  });
}
