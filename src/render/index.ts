/** The pipeline of the command line, without reading and writing. */
export { RenderFinding, Source } from './entries';
export * from './format';
export { KINDS } from './kinds';
export * from './print';
export { Output, renderDocuments, RenderRequest, RenderResult } from './render';
export { RENDER_RULES } from './rules';
