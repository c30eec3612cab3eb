/** A note before it is known on which object it is. */
import { DiffNote } from './spec';

/** What is said; an error only if that is said. */
export type Note = Omit<DiffNote, 'object' | 'isError'> & { readonly isError?: boolean };
