/** Notes of rules that do not know which object they are on. */
import { DiffNote } from '../spec';

/** A note without its object; a warning unless it says that it is an error. */
export type Note = Omit<DiffNote, 'object' | 'isError'> & { readonly isError?: boolean };
