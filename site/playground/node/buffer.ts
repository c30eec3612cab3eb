/** `Buffer` in the browser, for the modules of the core that take it from the global object. */
export { Buffer } from 'buffer';
