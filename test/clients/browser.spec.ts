// Uploaded files in a browser: Chromium shows a posted image from the address of its thumbnail, with the cookie
// of a session, and runs no script of an uploaded file.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { until } from '../event-queue.js';
import { noisyImage } from '../images.js';
import { ClientServer, PASSWORD } from './server.js';

const CHROMIUM = '/usr/bin/chromium';
const SCRIPT = 'document.title = "a script has run"';

const isInstalled = existsSync(CHROMIUM);
if (!isInstalled) process.stdout.write(`${CHROMIUM} is not installed; its tests are skipped\n`);

(isInstalled ? describe : describe.skip)('a browser', () => {
  let server: ClientServer;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    server = await ClientServer.start();
    browser = await chromium.launch({ executablePath: CHROMIUM });
    // The markup of messages is inserted into a page that has none.
    page = await browser.newPage({ bypassCSP: true });
  });

  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  async function call(
    path: string,
    body?: FormData | URLSearchParams,
  ): Promise<Record<string, unknown>> {
    const { email, apiKey } = server.owner;
    const response = await fetch(`${server.site}/api/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
      ...(body && { body }),
    });
    return (await response.json()) as Record<string, unknown>;
  }

  async function upload(
    name: string,
    content: Uint8Array<ArrayBuffer> | string,
    type: string,
  ): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([content], { type }), name);
    const { url } = await call('user_uploads', form);
    return url as string;
  }

  /** Sends a message with a link to the file. Returns its HTML once its image is shown. */
  async function post(name: string, url: string): Promise<string> {
    const to = JSON.stringify([server.owner.email]);
    const fields = { type: 'direct', to, content: `[${name}](${url})` };
    const { id } = await call('messages', new URLSearchParams(fields));
    let html = '';
    await until(async () => {
      const { message } = await call(`messages/${String(id)}`);
      html = (message as { content: string }).content;
      return html.includes('/user_uploads/thumbnail/');
    });
    return html;
  }

  async function logIn(): Promise<void> {
    await page.fill('input[name=username]', server.owner.email);
    await page.fill('input[name=password]', PASSWORD);
    await page.click('button[type=submit]');
  }

  /** The width of the only image of the page, once it is loaded. */
  function width(): Promise<number> {
    return page.evaluate<number>(`(async () => {
      const [image] = document.images;
      await image.decode();
      return image.naturalWidth;
    })()`);
  }

  it('shows a posted image with a session only', async () => {
    const content = await noisyImage(1200, 900).jpeg().toBuffer();
    const html = await post(
      'photo.jpg',
      await upload('photo.jpg', new Uint8Array(content), 'image/jpeg'),
    );
    const [, thumbnail] = /src="(\/user_uploads\/thumbnail\/[^"]+)"/.exec(html)!;
    await page.goto(`${server.site}${thumbnail}`);
    expect(new URL(page.url()).pathname).toBe('/accounts/login');
    await logIn();
    await page.waitForURL(`${server.site}${thumbnail}`);
    expect(await width()).toBe(747);
    // A page as clients have it.
    await page.goto(server.site);
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(html)}`);
    expect(await width()).toBe(747);
  });

  it.each([
    ['evil.html', `<script>${SCRIPT}</script>`, 'text/html'],
    [
      'evil.svg',
      `<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`,
      'image/svg+xml',
    ],
    ['evil.png', `<script>${SCRIPT}</script>`, 'image/png'],
    ['evil.pdf', `<script>${SCRIPT}</script>`, 'application/pdf'],
    [
      'evil.xhtml',
      `<html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script></html>`,
      'application/xhtml+xml',
    ],
  ])('runs no script of %s', async (name, content, type) => {
    await page.goto('about:blank');
    const url = await upload(name, content, type);
    // A download ends the navigation.
    await page.goto(`${server.site}${url}`).catch(() => undefined);
    expect(await page.title()).not.toBe('a script has run');
    await page.goto(server.site);
    await page.evaluate(`new Promise((done) => {
      const image = document.createElement('img');
      image.onload = image.onerror = done;
      image.src = ${JSON.stringify(url)};
      document.body.append(image);
    })`);
    expect(await page.title()).not.toBe('a script has run');
  });
});
