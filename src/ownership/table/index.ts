/**
 * The decision table: its rows in their order, each with the condition and the reason as people
 * read them.
 */
import { ROWS_OF_DRIVERS } from './drivers';
import { ROWS_OF_KINDS } from './kinds';
import { Row } from './outcome';

/** The first row that fits counts. */
export const TABLE: readonly Row[] = [...ROWS_OF_KINDS, ...ROWS_OF_DRIVERS];
