/** The rules on what is asked of this room: order, guards and Jobs. */
import { defineRules } from '../findings';

export const GITOPS_MODE_RULES = defineRules('gitops', {});
