/** The judges of this room. */
import { FORCING_JUDGES } from './forcing';
import { KEEPING_JUDGES } from './keeping';
import { TEMPLATE_JUDGE } from './templates';
import { TWICE_JUDGES } from './twice';
import { WAVE_JUDGE } from './waves';
import { Judge } from '../../judge';

/** What is applied again and again, and what is there twice. */
export const GITOPS_JUDGES: readonly Judge[] = [TEMPLATE_JUDGE, ...TWICE_JUDGES, ...KEEPING_JUDGES, ...FORCING_JUDGES, WAVE_JUDGE];
