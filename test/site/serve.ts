/** A server of one folder, as a host of static pages is one. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: { readonly [extension: string]: string } = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Where a folder is served, and what ends it. */
export interface Served {
  readonly url: string;
  /** The paths that were asked for and are not there. */
  readonly missing: readonly string[];
  close(): Promise<void>;
}

/** Serves a folder on a free port of this machine. */
export async function serve(folder: string): Promise<Served> {
  const missing: string[] = [];
  const server: Server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(url.split('?')[0]);
    const file = join(folder, normalize(path), path.endsWith('/') ? 'index.html' : '');
    const found = [file, `${file}.html`].find((one) => existsSync(one) && statSync(one).isFile());
    if (found === undefined) {
      missing.push(path);
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(found)] ?? 'text/plain' });
    createReadStream(found).pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    missing,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
