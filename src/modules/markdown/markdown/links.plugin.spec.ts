import { describe, expect, test } from '@jest/globals';
import { EMPTY_CONTEXT } from './context.js';
import { LinkifierSet } from './linkifier-set.js';
import { render } from './renderer.js';

const context = {
  ...EMPTY_CONTEXT,
  realmUrl: 'https://chat.example.com',
  linkifiers: new LinkifierSet([
    { pattern: 'bug-(?P<id>[0-9]+)', urlTemplate: 'https://bugs.example.com/{id}' },
  ]),
};

function rendered(source: string): string {
  return render(source, context).html.replace(/^<p>|<\/p>$/g, '');
}

describe('links', () => {
  test.each([
    ['[text](https://a.com/b)', '<a href="https://a.com/b">text</a>'],
    ['[text](https://a.com "title")', '<a href="https://a.com" title="title">text</a>'],
    [
      '[**bold** `code`](a.com)',
      '<a href="http://a.com"><strong>bold</strong> <code>code</code></a>',
    ],
    ['[](https://a.com)', '<a href="https://a.com">https://a.com</a>'],
    ['[a [b] c](https://a.com)', '<a href="https://a.com">a [b] c</a>'],
    ['[`]`](https://a.com)', '<a href="https://a.com"><code>]</code></a>'],
    ['[wiki](https://a.com/x_(y))', '<a href="https://a.com/x_(y)">wiki</a>'],
    ['[https://b.com](https://a.com)', '<a href="https://a.com">https://b.com</a>'],
    ['[[in](https://b.com)](https://a.com)', '<a href="https://a.com">[in](https://b.com)</a>'],
    ['[a][b] and [c]', '[a][b] and [c]'],
    ['[a](javascript:alert(1))', '[a](javascript:alert(1))'],
    [
      '<https://a.com/?x=1&y=2>',
      '<a href="https://a.com/?x=1&amp;y=2">https://a.com/?x=1&amp;y=2</a>',
    ],
    ['<b>', '&lt;b&gt;'],
  ])('%j', (source, html) => {
    expect(rendered(source)).toBe(html);
  });

  test('into the organization are relative', () => {
    expect(rendered('[there](https://chat.example.com/#narrow/is/dm)')).toBe(
      '<a href="#narrow/is/dm">there</a>',
    );
    expect(rendered('https://chat.example.com/user_uploads/1/ab/x.txt')).toBe(
      '<a href="/user_uploads/1/ab/x.txt">https://chat.example.com/user_uploads/1/ab/x.txt</a>',
    );
  });

  test('linkifiers match text, but not code, links or URLs', () => {
    expect(rendered('bug-1, `bug-2` [bug-3](a.com) https://a.com/bug-4')).toBe(
      '<a href="https://bugs.example.com/1">bug-1</a>, <code>bug-2</code> ' +
        '<a href="http://a.com">bug-3</a> <a href="https://a.com/bug-4">https://a.com/bug-4</a>',
    );
  });

  test('are among the findings, without those in quotes', () => {
    const { links, hasLink } = render('a.com [b](b.com) a.com\n\n> c.com', context);
    expect({ links, hasLink }).toEqual({ links: ['http://a.com', 'http://b.com'], hasLink: true });
    expect(render('none', context).hasLink).toBe(false);
  });
});
