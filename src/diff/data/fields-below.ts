/** Fields anywhere below a value, without recursion: custom resources can be deep. */
import { isFields } from '../../kube';

/** Each field with its value, in no order that counts. */
export function* fieldsBelow(root: unknown): Generator<readonly [field: string, value: unknown]> {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) {
      for (const one of value) if (typeof one === 'object') open.push(one);
    } else if (isFields(value)) {
      for (const field of Object.keys(value)) {
        yield [field, value[field]];
        if (typeof value[field] === 'object') open.push(value[field]);
      }
    }
  }
}
