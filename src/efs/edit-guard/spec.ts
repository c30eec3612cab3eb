/** An edit guard as plain input. */
import { ADMISSION_ACTIONS } from '../../admission';
import { always, listOf, Of, oneOf, objectOf, string, text } from '../../shape';

export const EDIT_GUARD_SHAPE = objectOf({
  name: always(string),
  labelKey: always(string),
  labelValue: always(text),
  validationActions: always(listOf(oneOf<string>(ADMISSION_ACTIONS))),
  exemptUsernames: listOf(text),
});
export type EditGuardSpec = Of<typeof EDIT_GUARD_SHAPE>;
