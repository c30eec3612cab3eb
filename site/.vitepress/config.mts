/** The site: pages that tools/site writes, search, the versions that are published. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DefaultTheme, defineConfig } from 'vitepress';

const REPOSITORY = 'https://github.com/cdk8s-volumes/cdk8s-volumes';
const HOME = 'https://cdk8s-volumes.github.io/cdk8s-volumes/';
const read = (name: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8'));

/** Where it is served; a version that is not the newest has a folder of its own. */
const base = process.env.BASE ?? '/';
/** The versions that are published, the newest first: `0.2 0.1`. */
const versions = (process.env.VERSIONS ?? '').split(' ').filter((one) => one !== '');

/** Chooses the language of code before anything is drawn. */
const CODE = `{
  let code;
  try { code = localStorage.code; } catch { /* the browser remembers nothing */ }
  document.documentElement.dataset.code = code || 'typescript';
}`;

export default defineConfig({
  title: 'cdk8s-volumes',
  description: 'Kubernetes volumes: checked, compared and built before they reach a cluster.',
  lang: 'en',
  base,
  srcDir: 'pages',
  cleanUrls: true,
  // Found in the pages: a link that leads nowhere fails the build.
  ignoreDeadLinks: ['/playground/index', /^\.?\/playground\//],
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    ['script', {}, CODE],
  ],
  themeConfig: {
    search: { provider: 'local' },
    sidebar: read('sidebar.json') as DefaultTheme.SidebarItem[],
    nav: [
      { text: 'Playground', link: '/playground/index.html', target: '_self' },
      { text: 'Rules', link: '/rules/' },
      { text: 'API', link: '/api/' },
      ...(versions.length > 0
        ? [
            {
              text: 'Versions',
              items: versions.map((one, index) => ({
                text: one,
                link: index === 0 ? HOME : `${HOME}v${one}/`,
              })),
            },
          ]
        : []),
    ],
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
  },
});
