// For every payload, every integration of the catalogue builds a message or reports one of the documented errors, and
// no text of a payload mentions users or formats the message.
import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { Config } from '#config/config.js';
import { IntegrationCatalogue } from '#modules/integrations/catalogue';
import { buildNotifications } from '#modules/integrations/incoming/build-notifications.js';
import { cleanTopic, cutContent } from '#modules/integrations/incoming/message-text.js';
import type { Sample } from '#modules/integrations/incoming';
import { sampleRequest, trySample } from '#modules/integrations/incoming/sample.js';
import { InvalidJsonError } from '#modules/integrations/incoming/webhook-body.js';
import { webhookRequest } from '#modules/integrations/incoming/webhook-request.js';
import {
  hasEvents,
  type Integration,
  MissingHeaderError,
  Payload,
  PayloadError,
} from '#modules/integrations/toolkit';
import { ExternalContentUrls, MarkdownService } from '#modules/markdown/markdown';

const CATALOGUE = 'src/modules/integrations/catalogue';
const MAX_CONTENT = 10_000;
/** Of each other integration. */
const MAX_OTHERS = 5;

const integrations = await new IntegrationCatalogue().all();
const samples = new Map(integrations.map((one) => [one.name, samplesOf(one)]));

interface Case {
  sample: Sample;
  /** The parsed body or the fields of the form. */
  value: unknown;
}

function samplesOf({ name }: Integration): Case[] {
  const folder = `${CATALOGUE}/${name}/samples`;
  return readdirSync(folder).map((file) => {
    const sample = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Sample;
    return { sample, value: sample.body ?? sample.form ?? {} };
  });
}

interface Message {
  topic: string;
  content: string;
}

/** The messages of a payload with the headers of a sample; none for the documented errors. */
function messagesOf(
  integration: Integration,
  { headers, query }: Sample,
  value: unknown,
): Message[] {
  const { header } = sampleRequest({ headers: headers ?? {}, text: '' });
  const request = webhookRequest({ header, query: (name) => query?.[name] }, '');
  try {
    const built = buildNotifications(integration, new Payload(value), request, {});
    if (built.kind === 'unsupported') return [];
    return built.notifications.map(({ topic, content }) => ({
      topic: cleanTopic(topic),
      content: cutContent(content, MAX_CONTENT),
    }));
  } catch (error) {
    if (error instanceof PayloadError || error instanceof MissingHeaderError) return [];
    throw error;
  }
}

/** Messages that can be stored. */
function expectStorable(messages: Message[]): void {
  for (const { topic, content } of messages) {
    expect(content.trim()).not.toBe('');
    expect(Array.from(content).length).toBeLessThanOrEqual(MAX_CONTENT);
    expect(content + topic).not.toMatch(/\0|\p{Surrogate}/u);
    expect(topic).not.toMatch(/[\p{Cc}\p{Noncharacter_Code_Point}]/u);
  }
}

/** A copy in which `replace` decides on each scalar. */
function mapped(value: unknown, replace: (scalar: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, replace));
  if (typeof value !== 'object' || value === null) return replace(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapped(member, replace)]),
  );
}

/** Copies that differ at one place, where they have one of the values that `replacements` returns. */
function* variants(value: unknown, replacements: (member: unknown) => unknown[]): Generator {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    for (const replacement of replacements(member)) yield withMember(value, name, replacement);
    for (const variant of variants(member, replacements)) yield withMember(value, name, variant);
  }
}

/** A copy with another member, or without it if the replacement is undefined. */
function withMember(value: object, name: string, replacement: unknown): unknown {
  const members = Object.entries(value)
    .map(([key, member]): [string, unknown] => [key, key === name ? replacement : member])
    .filter(([, member]) => member !== undefined);
  return Array.isArray(value)
    ? members.map(([, member]): unknown => member)
    : Object.fromEntries(members);
}

/** Returns each of the texts in turn. */
function inTurn(texts: readonly string[]): () => string[] {
  let count = 0;
  return () => [texts[count++ % texts.length]!];
}

/** Lists for objects, objects for lists, and lists of scalars. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return Object.fromEntries(Object.entries(value));
  return typeof value === 'object' && value !== null ? Object.values(value) : [value];
}

const WRONG = [
  null,
  undefined,
  [],
  {},
  '',
  ' ',
  'text',
  0,
  -1,
  1e300,
  0.5,
  true,
  [null],
  [[]],
  { a: {} },
];

const STRANGE = [
  '\uD800 lone \uDC00',
  '\0\u0007\u001B[31m',
  '\u202Eright to left\u2066',
  'Z\u0336'.repeat(2000),
  '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\uFFFE',
  '\r\n\u2028\u2029\t',
  '\u200B',
  '[](((((('.repeat(500),
  '&amp;&#42;&lt;',
  '__proto__',
];

const HUGE = 'a word or `two` [x] @** \n'.repeat(42_000);

/** For each, a regular expression that scans from every start to the end would take minutes. */
const REPETITIVE = [
  ' <a',
  '<!--',
  '\\"',
  '[a](',
  '(',
  ' *a',
  '~~a',
  '```\n',
  'a@',
  'http://',
  '\u200B',
  '\uD800',
  'aA',
  '/',
  '> ',
  '1.',
  ', ',
  '&a',
  ':a',
  '${',
  '_',
].map((part) => part.repeat(1_000_000 / part.length));
const REPETITIVE_INSIDE = [' ', '\n', '\r', '\t', '-', '_'].map(
  (part) => `x${part.repeat(1_000_000)}x`,
);

const markdown = new MarkdownService(
  new ExternalContentUrls(
    new Config('api', {
      DATABASE_URL: 'postgres://unused.example',
      SECRET_KEY: 'a sample key of at least 32 characters',
    }),
  ),
);
const GROUP = { id: 5, displayName: 'qzx', isActive: true };
const USER = { id: 7, fullName: 'qzx', isActive: true };
const CONTEXT = {
  groupsByName: new Map([['qzx', GROUP]]),
  usersByName: new Map([['qzx', USER]]),
  usersById: new Map([[7, USER]]),
  streamsByName: new Map([['qzx', { id: 9, name: 'qzx' }]]),
};

/** Texts that would have an effect in a message if they were not escaped: an element would contain only qzx. */
const HOSTILE = [
  '@**all** @*qzx* @_**qzx** @**qzx|7**',
  '@',
  '#**qzx** #**qzx>qzx**',
  '**qzx** *qzx* ~~qzx~~ `qzx` $$qzx$$',
  '[qzx](https://evil.example/qzx) ![qzx](https://evil.example/qzx.png)',
  'qzx](https://evil.example/qzx) [qzx',
  '> qzx',
  '# qzx',
  '* qzx',
  '1. qzx',
  '```\nmark\n```\n```spoiler qzx\nmark\n```',
  '~~~~\nmark',
  '``` quote\n```\n@**all** **qzx**',
  '````\n**qzx**',
  'qzx\n\n**qzx**\n\n    qzx',
  '| qzx | qzx |\n|---|---|\n| qzx | qzx |',
  '/me qzx',
  '/poll qzx\nmark',
  '<time:2020-01-01T00:00:00Z> <https://evil.example/qzx>',
  ':tada: qzx',
  '-->',
];

const NO_MENTIONS = {
  userIds: [],
  groupIds: [],
  silentUserIds: [],
  silentGroupIds: [],
  streamWildcard: false,
  topicWildcard: false,
};
const MENTION = /<span class="[^"]*(?:mention|user-group)[^"]*"|class="stream/;
const FORMAT =
  /<(?:strong|em|del|code|h\d|td|th|time|summary)\b[^>]*>qzx<|katex|spoiler-block|<img|<pre>[^<]*qzx|href="https:\/\/evil\.example\/qzx[^"]*"[^>]*>(?!https:)|class="emoji/;

/** The content without quoted blocks and code, whose texts belong there. */
function outsideOfBlocks(html: string): string {
  const innermost = /<blockquote>(?:(?!<blockquote>)[\s\S])*?<\/blockquote>/;
  let outside = html;
  while (innermost.test(outside)) outside = outside.replace(innermost, '');
  return outside
    .replaceAll(/<div class="codehilite[\s\S]*?<\/div>/g, '')
    .replaceAll(/<code>[\s\S]*?<\/code>/g, '');
}

function expectInert(content: string, writesMarkdown: boolean): void {
  const { html, mentions, isMeMessage } = markdown.renderMessage(content, CONTEXT);
  expect(mentions).toEqual(NO_MENTIONS);
  expect(html).not.toMatch(MENTION);
  expect([isMeMessage, /^\/(?:poll|todo)\b/.test(content)]).toEqual([false, false]);
  if (!writesMarkdown) expect(outsideOfBlocks(html)).not.toMatch(FORMAT);
}

describe.each(integrations.map((integration) => [integration.name, integration] as const))(
  'the integration %s',
  (name, integration) => {
    const own = samples.get(name)!;

    it('makes messages or documented errors of the payloads of all others', () => {
      for (const { sample } of own) {
        for (const others of samples.values()) {
          for (const { value } of others.slice(0, MAX_OTHERS)) {
            expectStorable(messagesOf(integration, sample, value));
          }
        }
      }
    });

    it('makes messages or documented errors of payloads with wrong members', () => {
      for (const { sample, value } of own) {
        for (const variant of variants(value, (member) => [...WRONG, turned(member)])) {
          expectStorable(messagesOf(integration, sample, variant));
        }
        for (const replacement of WRONG.slice(2)) {
          const all = mapped(value, () => replacement);
          expectStorable(messagesOf(integration, sample, all));
          expectStorable(messagesOf(integration, sample, replacement));
        }
        expectStorable(
          messagesOf(
            integration,
            sample,
            mapped(value, () => null),
          ),
        );
      }
    });

    it('reads truncated bodies', async () => {
      for (const { sample } of own) {
        const text = sampleRequest(sample).body.toString('utf8');
        for (let part = 1; part < 20; part++) {
          const truncated = {
            ...sample,
            body: undefined,
            form: undefined,
            text: text.slice(0, (text.length * part) / 20),
          };
          await trySample(integration, truncated).catch((error: unknown) => {
            const isDocumented = [PayloadError, MissingHeaderError, InvalidJsonError].some(
              (type) => error instanceof type,
            );
            if (!isDocumented) throw error;
          });
        }
      }
      expect(own.length).toBeGreaterThan(0);
    });

    it('makes messages of strange and of huge texts', () => {
      for (const { sample, value } of own) {
        const texts = [...STRANGE, HUGE];
        for (const text of texts) {
          const all = mapped(value, (scalar) => (typeof scalar === 'string' ? text : scalar));
          expectStorable(messagesOf(integration, sample, all));
        }
        // The texts that choose the event stay.
        for (const variant of variants(value, inTurn(texts))) {
          expectStorable(messagesOf(integration, sample, variant));
        }
      }
    });

    it('makes messages of long repetitive texts in linear time', () => {
      const next = inTurn([...REPETITIVE, ...REPETITIVE_INSIDE]);
      for (const { sample, value } of own) {
        const [text] = next();
        const all = mapped(value, (scalar) => (typeof scalar === 'string' ? text : scalar));
        expectStorable(messagesOf(integration, sample, all));
        for (const variant of variants(value, next)) {
          expectStorable(messagesOf(integration, sample, variant));
        }
      }
    });

    it('mentions and formats nothing that a payload contains', () => {
      const { writesMarkdown = false } = integration;
      const next = inTurn(HOSTILE);
      for (const { sample, value } of own) {
        const everywhere = HOSTILE.map((text) =>
          mapped(value, (scalar) => (typeof scalar === 'string' ? text : scalar)),
        );
        for (const variant of [...everywhere, ...variants(value, next)]) {
          for (const { content } of messagesOf(integration, sample, variant)) {
            expectInert(content, writesMarkdown);
          }
        }
      }
      expect(hasEvents(integration) || own.length > 0).toBe(true);
    });
  },
);
