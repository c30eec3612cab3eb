/** Facts of the published types about the fields of a struct, beside their types. */
import { table } from './table';
import { perType, Type } from './type';
import { own } from '../kube';

/** The fields that a struct must have. */
export function requiredOf(struct: string): readonly string[] {
  return own(table().required, struct) ?? [];
}

/** The values that fields of a struct take, or the items of their lists, where these are few. */
export const enumsOf = perType(({ name: struct, fields }: Type) => {
  const { enums } = table();
  const found = new Map<string, readonly unknown[]>();
  for (const [field, { type }] of fields) {
    const { name } = type.form === 'list' ? type.element : type;
    const values = own(enums, `${struct}.${field}`) ?? own(enums, name);
    if (values) found.set(field, values);
  }
  return found as ReadonlyMap<string, readonly unknown[]>;
});
