/** The playground in a real browser: each example, large and hostile input, keyboard, links. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser, Page } from 'playwright-core';
import { CHROMIUM, launch } from './browser';
import { serve, Served } from './serve';
import { EXAMPLES } from '../../site/playground/examples';
import { bundlePlayground } from '../../tools/site/playground';

/** Of machines where much else runs, too: only what never ends is an error. */
const SLOW = 240_000;

// Skipped where no Chromium is installed: the page needs a browser.
(CHROMIUM === undefined ? describe.skip : describe)('the playground in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'playground-'));
  let served: Served;
  let browser: Browser;
  let page: Page;
  let problems: string[];
  let requests: string[];

  beforeAll(async () => {
    await bundlePlayground(folder);
    [served, browser] = await Promise.all([serve(folder), launch()]);
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await served?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    problems = [];
    requests = [];
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(SLOW);
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (line) => {
      if (line.type() === 'error') problems.push(line.text());
    });
    page.on('request', (request) => requests.push(request.url()));
    await open('');
  }, SLOW);
  afterEach(async () => {
    expect(problems).toEqual([]);
    expect(
      requests.filter((url) => !url.startsWith(served.url) && !/^(?:blob|data):/.test(url)),
    ).toEqual([]);
    expect(served.missing).toEqual([]);
    await page.close();
  });

  async function open(fragment: string): Promise<void> {
    await page.goto('about:blank');
    await page.goto(`${served.url}${fragment}`);
    await answered();
  }

  async function answered(): Promise<string> {
    await page.waitForFunction(
      () =>
        document.getElementById('results')!.getAttribute('aria-busy') === 'false' &&
        document.getElementById('summary')!.textContent !== '',
    );
    return (await page.textContent('#summary')) ?? '';
  }

  async function choose(title: string): Promise<string> {
    await page.evaluate(() =>
      document.getElementById('results')!.setAttribute('aria-busy', 'true'),
    );
    await page.selectOption('#examples', title);
    return answered();
  }

  async function write(text: string): Promise<string> {
    await page.evaluate(() =>
      document.getElementById('results')!.setAttribute('aria-busy', 'true'),
    );
    await page.click('#text .cm-content');
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(text);
    return answered();
  }

  test('shows the findings of the first example at their lines', async () => {
    expect(await page.textContent('#summary')).toBe('1 error, 1 warning in 3 objects');
    const rules = await page.locator('#problems a').allTextContents();
    expect(rules.sort()).toEqual(['pod/mounted-volume', 'storage/rollout-on-one-node']);
    // The editor draws when the browser lets it.
    await page.locator('.cm-lint-marker-error').first().waitFor();
    expect(await page.locator('.cm-lint-marker-error').count()).toBe(1);
  });

  test.each(Object.keys(EXAMPLES))('answers the example "%s"', async (title) => {
    const summary = await choose(title);
    expect(summary).not.toContain('bug');
    const { mode } = EXAMPLES[title];
    // A picture has no size, and is not visible, until the browser has read it.
    await page.locator('#picture img').waitFor({ state: mode === 'map' ? 'visible' : 'hidden' });
    expect(await page.isVisible('#output')).toBe(mode !== 'check');
  });

  test('says which claim loses its data', async () => {
    await choose('Diff: a claim that loses its data');
    const output = await page.textContent('#output');
    expect(output).toContain('PersistentVolumeClaim/shop/uploads');
    expect(output).toMatch(/refused\s+StorageClass\/gp3/);
  });

  test('writes the objects of a custom resource', async () => {
    expect(await choose('Render: an EFS SharedVolume')).toBe('1 document becomes 2 objects');
    expect(await page.textContent('#output')).toContain(
      'volumeHandle: fs-0123456789abcdef0::fsap-0123456789abcdef0',
    );
  });

  test('goes to the line of a problem when its button is pressed', async () => {
    const button = page.locator('#problems button').first();
    const line = Number(/\d+/.exec((await button.textContent())!)![0]);
    await button.click();
    const active = page.locator('#text .cm-lineNumbers .cm-activeLineGutter');
    await active.filter({ hasText: new RegExp(`^${line}$`) }).waitFor();
    expect(await active.allTextContents()).toEqual([String(line)]);
  });

  test('shows hostile names as text', async () => {
    const name = '<img src=x onerror=document.title=1>';
    await write(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: "${name}"\ndata: [1]\n`);
    expect(await page.textContent('#problems')).toContain('<img src=x');
    expect(await page.locator('#results img').count()).toBe(0);
    expect(await page.title()).toBe('Playground: cdk8s-volumes');
  });

  test(
    'stays responsive while it reads five megabytes',
    async () => {
      const one = (index: number) =>
        `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: c${index}\nspec:\n  accessModes: [ReadWriteOnce]\n  resources:\n    requests:\n      storage: 1G\n---\n`;
      const text = Array.from({ length: Math.ceil(5.1e6 / one(10_000).length) }, (_, i) =>
        one(i),
      ).join('');
      expect(text.length).toBeGreaterThan(5e6);
      await page.evaluate((many) => {
        const ticks: number[] = [];
        Object.assign(window, { ticks });
        setInterval(() => ticks.push(performance.now()), 50);
        // As a paste does it.
        const data = new DataTransfer();
        data.setData('text/plain', many);
        const target = document.querySelector('#text .cm-content')!;
        (target as HTMLElement).focus();
        document.execCommand('selectAll');
        document.getElementById('results')!.setAttribute('aria-busy', 'true');
        target.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      }, text);
      const summary = await answered();
      expect(summary).toMatch(/in \d{5} objects$/);
      // The page went on drawing while the worker read: it was not one long pause.
      const ticks = await page.evaluate(
        () => (window as unknown as { ticks: number[] }).ticks.length,
      );
      expect(ticks).toBeGreaterThan(5);
    },
    SLOW,
  );

  test('is worked by the keyboard', async () => {
    await page.focus('#mode-check');
    await page.keyboard.press('ArrowRight');
    expect(await page.getAttribute('#mode-diff', 'aria-selected')).toBe('true');
    expect(await page.evaluate(() => document.activeElement!.id)).toBe('mode-diff');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.id)).toBe('examples');
    await page.focus('#text .cm-content');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.closest('#text'))).toBeNull();
  });

  test('names everything that a screen reader meets', async () => {
    const unnamed = await page.evaluate(() =>
      [...document.querySelectorAll('button, select, [role=tab], [role=textbox], [tabindex="0"]')]
        .filter((one) => (one as HTMLElement).offsetParent !== null)
        .filter(
          (one) =>
            (one.textContent ?? '').trim() === '' &&
            !one.getAttribute('aria-label') &&
            !(one as HTMLSelectElement).labels?.length,
        )
        .map((one) => one.outerHTML.slice(0, 80)),
    );
    expect(unnamed).toEqual([]);
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    expect(await page.getAttribute('#summary', 'aria-live')).toBe('polite');
  });

  test('opens again what a link holds', async () => {
    await choose('Render: an EFS SharedVolume');
    const output = await page.textContent('#output');
    await page.click('#link');
    await page.waitForFunction(() => location.hash.startsWith('#v1:'));
    const { hash } = new URL(page.url());
    await open(hash);
    expect(await page.textContent('#output')).toBe(output);
    expect(await page.getAttribute('#mode-render', 'aria-selected')).toBe('true');
  });

  test('opens the first example where a link is broken', async () => {
    await open('#v1:AAAA');
    expect(await page.textContent('#summary')).toBe('1 error, 1 warning in 3 objects');
  });
});
