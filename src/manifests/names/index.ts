/** Names that pods and claims refer to, and that nobody declares. */
import { CLAIM_NAME_JUDGES } from './claim-names';
import { CONFIG_NAME_JUDGE } from './config-names';
import { Judge } from '../../judge';

export { NAME_RULES } from './rules';

/** All of them. */
export const NAME_JUDGES: readonly Judge[] = [...CLAIM_NAME_JUDGES, CONFIG_NAME_JUDGE];
