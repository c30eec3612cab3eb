/** The parts that pods, claims, volumes and classes have, by the types of their fields. */
import { Type, typeOf } from '../../src/model';

/** Containers that are added later, and what only the server writes, are not looked at. */
const LEFT_OUT = /^(?:EphemeralContainer|ManagedFieldsEntry|.*Status|.*Condition)$/;

/** Their names, each once. */
export function allParts(): string[] {
  const found = new Set(['PodSpec', 'PersistentVolumeClaim', 'PersistentVolume', 'StorageClass']);
  for (const part of found) {
    for (const { type } of typeOf(part).fields.values()) {
      const innermost = innermostOf(type);
      if (innermost.form === 'struct' && !LEFT_OUT.test(innermost.name)) found.add(innermost.name);
    }
  }
  return [...found];
}

/** What lists and maps hold in the end. */
export function innermostOf(type: Type): Type {
  return type.form === 'list' || type.form === 'map' ? innermostOf(type.element) : type;
}
