/** Names that pods and claims refer to, and that nobody declares. */
import { CLAIM_NAME_JUDGES } from './claim-names';
import { CONFIG_NAME_JUDGE } from './config-names';
import { FILE_KEY_JUDGE } from './file-keys';
import { KEY_JUDGE } from './keys';
import { Judge } from '../../judge';

export { lacksFile } from './file-keys';

export const NAME_JUDGES: readonly Judge[] = [
  ...CLAIM_NAME_JUDGES,
  CONFIG_NAME_JUDGE,
  KEY_JUDGE,
  FILE_KEY_JUDGE,
];
