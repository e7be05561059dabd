import { describe, expect, test } from '@jest/globals';
import { previewOf } from './open-graph.js';

const META = '<meta property="og:title" content="t"><meta property="og:image" content="/i.png">';
const PIECE = 4096;

/** The preview of a page that arrives in pieces, and how many of them were read. */
async function read(html: string): Promise<{ title: string; image: string; pieces: number }> {
  let pieces = 0;
  async function* arriving(): AsyncGenerator<string> {
    for (let start = 0; start < html.length; start += PIECE) {
      pieces += 1;
      yield await Promise.resolve(html.slice(start, start + PIECE));
    }
  }
  const preview = await previewOf({ url: new URL('http://x.example/'), html: arriving() });
  return { title: preview.title, image: preview.image, pieces };
}

describe('previewOf', () => {
  test('reads pages in any pieces', async () => {
    const filler = `<!--${'x'.repeat(PIECE - 20)}-->`;
    expect(await read(`<head>${filler}${META}</head>`)).toMatchObject({
      title: 't',
      image: 'http://x.example/i.png',
    });
    expect((await read(`<title>${'x '.repeat(PIECE)}</title>${META}`)).title).toBe('t');
  });

  test('stops at the end of the head', async () => {
    const body = `<body>${'<div>'.repeat(PIECE)}`;
    expect(await read(`<head>${META}</head>${body}`)).toMatchObject({ title: 't', pieces: 1 });
    expect((await read(`<head><title>a</title></head>${META}`)).title).toBe('a');
  });

  // The time of tree builders is quadratic in each of these.
  test.each([
    ['nested elements', '<div>'.repeat(13_000)],
    ['formatting elements', '<p><b><a>'.repeat(7000)],
    ['one tag with many attributes', `<x ${attributes(9000)}>`],
    ['end tags without a start tag', `${'<i>'.repeat(10_000)}${'</b>'.repeat(8000)}`],
    ['an endless title', `<title>${'</titl'.repeat(10_000)}`],
    ['open angle brackets', '<'.repeat(64 * 1024)],
  ])('reads %s', async (_, html) => {
    expect((await read(`${META}${html}`)).title).toBe('t');
  });
});

function attributes(count: number): string {
  return Array.from({ length: count }, (_, index) => `a${index.toString(36)}`).join(' ');
}
