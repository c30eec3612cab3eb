/** The page of a map in a real browser: search, folding, ways, keyboard, hostile names. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser, Page } from 'playwright-core';
import { errorOn, mapFrom } from './support';
import { harmless } from '../../src/escape';
import { foldedMap, printMap, volumeMap } from '../../src/map';
import { readTopology } from '../../src/topology';
import { CHROMIUM, launch } from '../site/browser';
import { HOSTILE_NAMES } from '../support/hostile-names';

const SLOW = 60_000;
const pod = (namespace: string, name: string, claimName: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace },
  spec: {
    containers: [{ name: 'a', volumeMounts: [{ name: 'v', mountPath: `/${claimName}` }] }],
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }],
  },
});
const claim = (namespace: string, name: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace },
  spec: { accessModes: ['ReadWriteMany'], storageClassName: 'fast' },
});

/** Two namespaces: `shop` has two claims and an error, `media` a claim of many. */
function page(): string {
  const objects = [
    ...Array.from({ length: 8 }, (_, index) => pod('media', `coder-${index}`, 'films')),
    claim('media', 'films'),
    pod('shop', 'web', 'images'),
    pod('shop', 'db', 'tables'),
    claim('shop', 'images'),
    claim('shop', 'tables'),
  ];
  const sources = objects.map((manifest, index) => ({ key: String(index), manifest }));
  const found = [errorOn('12', 'it is wrong', 'mend it')];
  return printMap(foldedMap(volumeMap(readTopology(sources as never), found)), 'html');
}

// Skipped where no Chromium is installed: the page needs a browser.
(CHROMIUM === undefined ? describe.skip : describe)('the page of a map in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'map-page-'));
  let browser: Browser;
  let view: Page;
  let problems: string[];

  beforeAll(async () => {
    browser = await launch();
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    problems = [];
    view = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    view.on('pageerror', ({ message }) => problems.push(message));
    view.on('dialog', (dialog) => {
      problems.push(dialog.message());
      void dialog.dismiss();
    });
    view.on('console', (line) => {
      if (line.type() === 'error') problems.push(line.text());
    });
    view.on('request', (request) => {
      if (!request.url().startsWith('file:')) problems.push(request.url());
    });
  });
  afterEach(async () => {
    expect(problems).toEqual([]);
    await view.close();
  });

  async function open(html: string): Promise<void> {
    const file = join(folder, 'map.html');
    writeFileSync(file, html);
    await view.goto(`file://${file}`);
  }

  const seen = async (selector: string) =>
    view.$$eval(selector, (all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => one.textContent!.replace(/\s+/g, ' ').trim()),
    );
  const clear = async () =>
    view.$$eval('g.node:not(.off):not(.off-way)', (all) =>
      all.map((one) => one.querySelector('.name')!.textContent),
    );

  test('a name is searched for from the keyboard: its row, box and namespace stay', async () => {
    await open(page());
    await view.keyboard.press('/');
    await view.keyboard.type('SHOP tables');
    expect(await view.textContent('#answer')).toBe('1 of 8 boxes');
    expect(await seen('.panel h2')).toEqual(['Findings', 'shop']);
    expect(await seen('.panel:not(#findings) tr.item td:first-child')).toEqual([
      'PersistentVolumeClaim tables RWX 1 error',
    ]);
    expect(await clear()).toEqual(['tables']);
    await view.keyboard.press('Escape');
    expect(await view.textContent('#answer')).toBe('');
    expect(await seen('.panel h2')).toEqual(['Findings', 'media', 'shop', 'cluster-scoped']);
  });

  test('a name is found also where many are one box', async () => {
    await open(page());
    await view.fill('#search', 'coder-5');
    expect(await seen('.panel h2')).toEqual(['media']);
    expect(await clear()).toEqual(['coder-0…7']);
  });

  test('what has findings is shown alone', async () => {
    await open(page());
    await view.check('#only');
    expect(await seen('.panel h2')).toEqual(['Findings', 'shop']);
    expect(await clear()).toContain('tables');
  });

  test('panels are folded and unfolded, by all and by one, and a link unfolds the one it leads to', async () => {
    await open(page());
    await view.click('#fold');
    expect(await view.$$eval('details.panel[open]', (all) => all.length)).toBe(0);
    await view.click('nav a >> text=media');
    // The browser tells the page of the new address after the click.
    await view.waitForSelector('details.panel[open]');
    expect(await seen('details.panel[open] h2')).toEqual(['media']);
    await view.focus('#panel-1 > summary');
    await view.keyboard.press('Enter');
    expect(await seen('details.panel[open] h2')).toEqual(['media', 'shop']);
    await view.click('#unfold');
    expect(await view.$$eval('details.panel:not([open])', (all) => all.length)).toBe(0);
  });

  test('the way of a claim through its picture is shown, and all again', async () => {
    await open(page());
    await view.focus('#panel-1 button >> text=images');
    await view.keyboard.press('Enter');
    const way = await view.$$eval('#panel-1 g.node:not(.off-way) .name', (all) =>
      all.map((one) => one.textContent),
    );
    expect(way.sort()).toEqual(['fast', 'images', 'web']);
    expect(await view.$$eval('#panel-1 path.off-way', (all) => all.length)).toBe(2);
    await view.keyboard.press('Escape');
    expect(await view.$$eval('.off-way', (all) => all.length)).toBe(0);
  });

  test('without its script the page is there without the bar', async () => {
    await open(page().replace(/script-src '[^']*'/, "script-src 'none'"));
    problems = problems.filter((problem) => !problem.includes('Content Security Policy'));
    expect(await view.isVisible('#bar')).toBe(false);
    expect(await seen('.panel h2')).toEqual(['Findings', 'media', 'shop', 'cluster-scoped']);
  });

  test('in dark mode texts are light on dark', async () => {
    await view.emulateMedia({ colorScheme: 'dark' });
    await open(page());
    const colours = await view.$eval('body', (body) => {
      const { color, backgroundColor } = body.ownerDocument.defaultView!.getComputedStyle(body);
      return [color, backgroundColor];
    });
    expect(colours).toEqual(['rgb(229, 231, 235)', 'rgb(17, 24, 39)']);
  });

  test('hostile names are texts, in the page and for its search', async () => {
    const names = Object.values(HOSTILE_NAMES);
    await open(
      printMap(
        mapFrom(names.flatMap((name) => [pod(name, name, name), claim(name, name)])),
        'html',
      ),
    );
    expect(await view.$$eval('img, iframe, a:not(nav a), script', (all) => all.length)).toBe(1);
    await view.click('#unfold');
    const titles = (await seen('.panel h2')).join('\n');
    const squeezed = (name: string) => harmless(name).replace(/\s+/g, ' ').trim();
    expect(
      names.filter((name) => name.startsWith('"') && !titles.includes(squeezed(name))),
    ).toEqual([]);
    for (const name of names) {
      await view.fill('#search', name.replace(/[\r\n]+/g, ' '));
    }
    await view.fill('#search', '<script>alert(1)</script>');
    expect((await seen('.panel h2')).length).toBeGreaterThan(0);
  });
});
