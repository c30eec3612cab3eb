/**
 * Ways out under another name: classes by a number, Jobs and immutable data by a hash of their
 * content.
 */
import { applying, byHand, commands, manifestOf, reference } from './steps';
import { Fields, fieldsOf, isFields, MAX_LABEL_LENGTH, shortHash, stableJson } from '../../kube';
import { AppliedManifest } from '../../validation';
import type { Comparison } from '../comparison';
import { STORAGE_CLASS } from '../kind-keys';
import { PlanStep } from '../spec';
import { templateOf, templatePathOf } from '../workloads';

const NUMBERED: { readonly [kindKey: string]: string } = {
  [STORAGE_CLASS]:
    'Use it in new claims. Keep the old class unchanged in the files: existing claims need it for expansion.',
  'storage.k8s.io/VolumeAttributesClass':
    'Use it in the claims that should change to it, and keep the old class unchanged in the files until nothing uses it.',
  'scheduling.k8s.io/PriorityClass':
    'Use it in the templates that should have it, and keep the old class unchanged in the files until nothing uses it.',
  'networking.k8s.io/IngressClass':
    'Use it in the Ingresses that should have it, and keep the old class unchanged in the files until nothing uses it.',
  'node.k8s.io/RuntimeClass':
    'Use it in the templates that should have it, and keep the old class unchanged in the files until nothing uses it.',
  '/ResourceQuota': 'Keep one of the two quotas in the files.',
};

/** The object under a new name; undefined of kinds that have no other way out than by hand. */
export function renaming(sent: AppliedManifest, comparison: Comparison): PlanStep[] | undefined {
  const { kindKey, name } = sent;
  if (Object.hasOwn(NUMBERED, kindKey)) {
    return [
      applying(
        'Create it under a new name; rename it in the files as well.',
        manifestOf(sent, freeName(sent, comparison)),
      ),
      byHand(NUMBERED[kindKey]),
    ];
  }
  const hashed = `${name.slice(0, MAX_LABEL_LENGTH - 9)}-${shortHash([stableJson({ ...sent.given, metadata: {} })])}`;
  if (kindKey === 'batch/Job') {
    return [
      applying(
        'Create the Job under a name with a hash of its content; use that name in the files.',
        manifestOf(sent, hashed),
      ),
      commands(
        'Delete the old Job, unless it should keep running.',
        `kubectl delete ${reference(sent)}`,
      ),
    ];
  }
  if (kindKey !== '/ConfigMap' && kindKey !== '/Secret') return undefined;
  const users = usersOf(sent, hashed, comparison);
  return [
    applying(
      'Create it under a name with a hash of its content; use that name in the files.',
      manifestOf(sent, hashed),
    ),
    ...(users.length === 0
      ? []
      : [applying('Use it in the templates that use it; their pods are replaced.', ...users)]),
    byHand('Keep the old one until no pod uses it.'),
  ];
}

/** `fast-2`, or the next that nobody has. */
function freeName({ kindKey, namespace, name }: AppliedManifest, { after }: Comparison): string {
  let number = 2;
  while (after.find(kindKey, namespace, `${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

/** The workloads of NEW that name it, with the new name. */
function usersOf(
  { namespace, name, kindKey }: AppliedManifest,
  newName: string,
  { after, next }: Comparison,
): Fields[] {
  const inNew = new Map(next.map((one) => [one.id, one]));
  const found: Fields[] = [];
  for (const { sent } of after.workloads) {
    const own = inNew.get(sent.id);
    if (
      !own ||
      sent.namespace !== namespace ||
      templatePathOf(sent).join('.') !== 'spec.template' ||
      sent.kindKey === 'batch/Job'
    ) {
      continue;
    }
    const template = templateOf(sent, own.given);
    const renamed = renameIn(template, kindKey === '/Secret' ? SECRET : CONFIG_MAP, name, newName);
    if (renamed !== template) {
      found.push({ ...manifestOf(own), spec: { ...fieldsOf(own.given.spec), template: renamed } });
    }
  }
  return found;
}

/** Where templates name them: a field that holds the name, or an object that does. */
const CONFIG_MAP = {
  sources: ['configMap', 'configMapRef', 'configMapKeyRef'],
  lists: [] as readonly string[],
};
const SECRET = {
  sources: ['secret', 'secretRef', 'secretKeyRef'],
  lists: ['imagePullSecrets'] as readonly string[],
};

/** The value with the new name; the same one if it does not have the old one. */
function renameIn<T>(value: T, where: typeof CONFIG_MAP, name: string, newName: string): T {
  if (Array.isArray(value)) {
    const items = value.map((one: unknown) => renameIn(one, where, name, newName));
    return items.some((one, index) => one !== value[index]) ? (items as T) : value;
  }
  if (!isFields(value)) return value;
  let changed: Record<string, unknown> | undefined;
  for (const [field, one] of Object.entries(value)) {
    const rename = (source: unknown) => renameSource(source, name, newName);
    const now = where.sources.includes(field)
      ? rename(one)
      : where.lists.includes(field) && Array.isArray(one)
        ? renamedItems(one, rename)
        : renameIn(one, where, name, newName);
    if (now !== one) changed = { ...(changed ?? value), [field]: now };
  }
  return (changed ?? value) as T;
}

function renamedItems(
  items: readonly unknown[],
  rename: (source: unknown) => unknown,
): readonly unknown[] {
  const renamed = items.map(rename);
  return renamed.some((one, index) => one !== items[index]) ? renamed : items;
}

function renameSource(source: unknown, name: string, newName: string): unknown {
  if (!isFields(source)) return source;
  const field = ['name', 'secretName'].find((one) => source[one] === name);
  return field === undefined ? source : { ...source, [field]: newName };
}
