/** The parts that pods, claims, volumes and classes have, by the table of their fields. */
import { fieldsOfPart } from '../../src/object/parts';

const SCALARS = ['any', 'flag', 'int32', 'int64', 'port', 'quantity', 'text'];

/** Their names, each once. */
export function allParts(): string[] {
  const found = new Set(['PodSpec', 'PersistentVolumeClaim', 'PersistentVolume', 'StorageClass']);
  for (const part of found) {
    for (const type of fieldsOfPart(part).values()) {
      const name = type.replace(/[[\]{}]/g, '');
      if (!SCALARS.includes(name)) found.add(name);
    }
  }
  return [...found];
}
