/** The judges of this room. */
import { FORCING_JUDGES } from './forcing';
import { KEEPING_JUDGES } from './keeping';
import { NEEDED_JUDGES } from './needed';
import { REPEATING_JUDGE } from './repeating';
import { TEMPLATE_JUDGE } from './templates';
import { TEXT_JUDGES } from './texts';
import { TWICE_JUDGES } from './twice';
import { WAVE_JUDGE } from './waves';
import { Judge } from '../../judge';

/** What is applied again and again, and what appears twice. */
export const GITOPS_JUDGES: readonly Judge[] = [
  TEMPLATE_JUDGE,
  ...TWICE_JUDGES,
  ...KEEPING_JUDGES,
  ...FORCING_JUDGES,
  WAVE_JUDGE,
  ...NEEDED_JUDGES,
  REPEATING_JUDGE,
  ...TEXT_JUDGES,
];
