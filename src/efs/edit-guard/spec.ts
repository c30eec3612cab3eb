/** An edit guard as plain input. */
import { ADMISSION_ACTIONS } from '../../admission';
import { listOf, oneOf, Shape, string, struct, text } from '../../shape';

/** What a guard is made of. */
export interface EditGuardSpec {
  readonly name: string;
  readonly labelKey: string;
  readonly labelValue: string;
  readonly validationActions: readonly string[];
  readonly exemptUsernames?: readonly string[];
}

/** The types of it all. */
export const EDIT_GUARD_SHAPE: Shape<EditGuardSpec> = struct<EditGuardSpec>({
  name: string,
  labelKey: string,
  labelValue: text,
  validationActions: listOf(oneOf(ADMISSION_ACTIONS)),
  exemptUsernames: listOf(text),
});
