// Previews of pages on a web server that the test starts. They are shown if the organization enables
// them, and fetched only from allowed networks and within the limits.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ImagePreviewsService } from '#modules/messages/image-previews/image-previews.service.js';
import { LinkPreviewsService } from '#modules/messages/link-previews/link-previews.service.js';
import { startTestApp, type TestApp } from './app.js';
import { TestQueue } from './event-queue.js';
import {
  changeRealmSettings,
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { plainImage } from './images.js';
import { edited, show } from './message-editing-scene.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { upload } from './uploads.js';

const PAGE = `<!doctype html><html><head><title>Ignored</title>
<meta property="og:title" content="A &quot;sample&quot; <page>">
<meta property="og:description" content="What it is about">
<meta property="og:image" content="/picture.png"></head><body>text</body></html>`;

/** Responses of the web server by path. */
const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/page': (_request, response) => html(response, PAGE),
  '/plain': (_request, response) =>
    html(
      response,
      `<title> Only a
       title </title><meta name="description" content="d"><meta name="og:image" content="http://x.example/y">`,
    ),
  '/nothing': (_request, response) => html(response, '<p>nothing</p>'),
  '/script': (_request, response) =>
    html(response, PAGE.replace('/picture.png', 'javascript:alert(1)')),
  '/file': (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    response.end(PAGE);
  },
  '/moved': (_request, response) => redirect(response, '/page'),
  '/circle': (_request, response) => redirect(response, '/circle'),
  '/elsewhere': (_request, response) => redirect(response, `http://127.0.0.2:${port}/page`),
  '/endless': (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.write(PAGE);
    const filler = 'x'.repeat(64 * 1024);
    const more = (): void => {
      while (!response.destroyed && response.write(filler));
    };
    response.on('drain', more);
    more();
  },
};

let asked: string[] = [];
let server: Server;
let port: number;

function html(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(body);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { Location: location });
  response.end();
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!);
    const answer = answers[request.url!.replace(/\?.*/, '')];
    if (answer) return answer(request, response);
    response.writeHead(404, { 'Content-Type': 'text/html' });
    response.end(PAGE);
  }).listen(0, '0.0.0.0');
  await new Promise((resolve) => server.once('listening', resolve));
  ({ port } = server.address() as AddressInfo);
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  asked = [];
});

interface Scene {
  test: TestApp;
  realm: TestRealm;
  writer: TestUser;
  reader: TestUser;
  channel: string;
}

async function startScene(environment: Record<string, string>): Promise<Scene> {
  const test = await startTestApp(environment);
  const { realm, writer, reader } = await createScene(test, { writer: {}, reader: {} });
  const channel = unique('channel');
  await subscribe(writer, channel, { principals: [writer.userId, reader.userId] });
  await changeRealmSettings(test, realm, { inline_url_embed_preview: true });
  return { test, realm, writer, reader, channel };
}

/** The HTML of a message with this text, after all jobs. */
async function shown(scene: Scene, content: string): Promise<string> {
  const id = await sendToStream(scene.writer, scene.channel, 'links', content);
  await runJobs(scene.test.app);
  return (await show(scene.reader, id, { apply_markdown: true }))!.content;
}

describe('where the operator allows the network', () => {
  let scene: Scene;
  let address: string;

  beforeAll(async () => {
    scene = await startScene({ OUTGOING_NETWORKS: '127.0.0.1/32' });
    address = `http://127.0.0.1:${port}`;
  });

  afterAll(() => scene.test.close());

  it('stays when a thumbnail of the message is ready, which stays when the preview is', async () => {
    const { test, writer, reader, channel } = scene;
    const content = await plainImage(60, 40).png().toBuffer();
    const { url } = await upload(writer, { name: 'a.png', content, type: 'image/png' });
    const text = `[a.png](${url})\n\n${address}/page`;
    const id = await sendToStream(writer, channel, 'links', text);
    const current = async (): Promise<string> =>
      (await show(reader, id, { apply_markdown: true }))!.content;
    expect(await current()).toContain('image-loading-placeholder');
    await runJobs(test.app);
    const ready = await current();
    expect(ready).toContain('/840x560.webp');
    expect(ready).toContain('<div class="message_embed">');
    // Each of the jobs may be the last one.
    await test.app.get(ImagePreviewsService).show(scene.realm.realmId, id);
    const never = new AbortController().signal;
    await test.app.get(LinkPreviewsService).preview(scene.realm.realmId, id, never);
    expect(await current()).toBe(ready);
  });

  it('adds a preview after sending, and publishes it to the readers', async () => {
    const { test, writer, reader, channel } = scene;
    const queue = await TestQueue.register(reader.client, {
      event_types: ['update_message'],
      apply_markdown: true,
    });
    const text = `look at ${address}/page`;
    const id = await sendToStream(writer, channel, 'links', text);
    const before = (await show(reader, id, { apply_markdown: true }))!.content;
    await runJobs(test.app);
    const message = (await show(reader, id, { apply_markdown: true }))!;
    const embed =
      /^<div class="message_embed"><a class="message_embed_image" href="[^"]+\/page" style="background-image: url\(&quot;\/external_content\/[0-9a-f]+\/[0-9a-f]+&quot;\)"><\/a><div class="data-container"><div class="message_embed_title"><a href="[^"]+\/page" title="A &quot;sample&quot; &lt;page&gt;">A &quot;sample&quot; &lt;page&gt;<\/a><\/div><div class="message_embed_description">What it is about<\/div><\/div><\/div>$/;
    expect(message.content.startsWith(before)).toBe(true);
    expect(message.content.slice(before.length).trim()).toMatch(embed);
    expect(message.edit_history).toBeUndefined();
    const [event, ...more] = await queue.all();
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      user_id: null,
      rendering_only: true,
      message_id: id,
      message_ids: [id],
      content: text,
      rendered_content: message.content,
    });
    expect(event).not.toHaveProperty('orig_content');
  });

  it('an edit adds those of the new text, and pages are fetched once', async () => {
    const { test, writer, reader, channel } = scene;
    const page = `${address}/page?${unique('page')}`;
    const id = await sendToStream(writer, channel, 'links', 'no link yet');
    await edited(writer, id, { content: page });
    await runJobs(test.app);
    expect((await show(reader, id, { apply_markdown: true }))!.content).toContain('message_embed');
    await edited(writer, id, { content: `again ${page}` });
    await runJobs(test.app);
    const { content } = (await show(reader, id, { apply_markdown: true }))!;
    expect(content).toMatch(/^<p>again .*message_embed/s);
    await edited(writer, id, { content: 'none' });
    await runJobs(test.app);
    expect((await show(reader, id, { apply_markdown: true }))!.content).toBe('<p>none</p>');
    expect(asked).toHaveLength(1);
  });

  it('direct messages have them too', async () => {
    const { test, writer, reader } = scene;
    const id = await sendDirect(writer, [reader], `${address}/moved`);
    await runJobs(test.app);
    expect((await show(reader, id, { apply_markdown: true }))!.content).toContain('What it is');
  });

  it('a page without Open Graph shows its title and description', async () => {
    const content = await shown(scene, `${address}/plain`);
    expect(content).toContain('>Only a title</a>');
    expect(content).toContain('<div class="message_embed_description">d</div>');
  });

  it.each(['/nothing', '/script', '/file', '/missing', '/circle', '/elsewhere'])(
    '%s has no preview',
    async (path) => {
      expect(await shown(scene, `${address}${path}`)).not.toContain('message_embed');
      expect(asked[0]).toBe(path);
      expect(asked).not.toContain('/page');
    },
  );

  it('only the start of an endless page is read', async () => {
    expect(await shown(scene, `${address}/endless`)).toContain('What it is about');
  });

  it('quotes, images and code have no previews', async () => {
    const text = `> ${address}/page?1\n\n${address}/a.png\n\n\`${address}/page?2\``;
    expect(await shown(scene, text)).not.toContain('message_embed');
    expect(asked).toEqual([]);
  });

  it('an organization can disable previews', async () => {
    await changeRealmSettings(scene.test, scene.realm, { inline_url_embed_preview: false });
    expect(await shown(scene, `${address}/page`)).not.toContain('message_embed');
    expect(asked).toEqual([]);
  });
});

describe('without allowed networks', () => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await startScene({});
  });

  afterAll(() => scene.test.close());

  it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0.0.0.0'])(
    'does not fetch %s',
    async (host) => {
      const content = await shown(scene, `[here](http://${host}:${port}/page)`);
      expect(content).not.toContain('message_embed');
      expect(asked).toEqual([]);
    },
  );
});
