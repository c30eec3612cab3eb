/** IP addresses, as Node.js reads them. */

/** 4 or 6, the version of the address; 0 for what is not an address. */
export function isIP(text: string): number {
  // It takes a while to load, and few manifests need it.
  return (require('node:net') as typeof import('node:net')).isIP(text);
}
