/** The modes of `check`, loaded when one of their commands runs. */
export function loadModes(): typeof import('./modes') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('./modes') as typeof import('./modes');
}
