/** Names that pods and claims refer to, and that nobody declares. */
import { CLAIM_NAME_JUDGES } from './claim-names';
import { Judge } from '../../judge';

/** All of them. */
export const NAME_JUDGES: readonly Judge[] = [...CLAIM_NAME_JUDGES];
