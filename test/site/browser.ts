/** A headless Chromium, where one is installed. */
import { existsSync } from 'node:fs';
import { Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The program, or undefined; `CHROMIUM` names another one. */
export const CHROMIUM = [process.env.CHROMIUM ?? '', ...PLACES].find((path) => existsSync(path));

/** Starts it. As root it runs without its sandbox: it opens only pages of this test. */
export async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    timeout: 0, // jest has one
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
}
