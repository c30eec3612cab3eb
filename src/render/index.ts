/** The pipeline of the command line, without reading and writing. */
export { Build, Entry, RenderFinding, Source } from './entries';
export * from './format';
export { judgeDocuments, objectsOf, dedupeFindings } from './judged';
export { KINDS } from './kinds';
export * from './print';
export { inOrder, Output, renderDocuments, RenderRequest, understandDocuments } from './render';
export { RENDER_RULES } from './rules';
export { Note, withoutSkipped } from './skipped';
export { isExempt, withVariables } from './substituted';
