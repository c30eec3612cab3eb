/**
 * Prepares the site for VitePress: pages from the Markdown of the repository, and the playground.
 * `npm run site` runs both.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writePages } from './pages';
import { bundlePlayground } from './playground';

const SITE = join(dirname(dirname(__dirname)), 'site');

/** Writes pages and playground, which VitePress takes. */
async function prepareSite(): Promise<void> {
  const sidebar = writePages(join(SITE, 'pages'));
  writeFileSync(join(SITE, '.vitepress/sidebar.json'), `${JSON.stringify(sidebar, null, 2)}\n`);
  await bundlePlayground(join(SITE, 'pages/public/playground'));
}

void prepareSite();
