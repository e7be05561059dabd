import { describe, expect, it, test } from '@jest/globals';
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5';
import { htmlDiff } from './html-diff.js';

test.each([
  [
    '<p>content before edit</p>',
    '<p>content after edit</p>',
    '<p>content +after+ -before- edit</p>',
  ],
  ['<p>one two</p>', '<p>one three</p>', '<p>one +three+ -two-</p>'],
  ['<p>one.</p>', '<p>two.</p>', '<p>+two.+ -one.-</p>'],
  ['<p>one</p>', '<p>one two</p>', '<p>one +two+</p>'],
  ['<p>one two</p>', '<p>one</p>', '<p>one -two-</p>'],
  ['<p>one two three</p>', '<p>one three</p>', '<p>one -two- three</p>'],
  ['<p>same</p>', '<p>same</p>', '<p>same</p>'],
  ['<p>one</p>', '<p><strong>one</strong></p>', '<p><strong>one</strong></p>'],
  ['<p>one</p>', '<p><strong>two</strong></p>', '<p><strong>+two+ -one-</strong></p>'],
  ['<p>one</p>', '<p>two</p>\n<p>three</p>', '<p>+two+ -one-</p>\n<p>+three+</p>'],
  ['<p>a &lt; b</p>', '<p>a &gt; b</p>', '<p>a +&gt;+ -&lt;- b</p>'],
  ['', '<p>one</p>', '<p>+one+</p>'],
  ['<p>one</p>', '', '-one-'],
  [
    '<p><span class="emoji">:a:</span></p>',
    '<p><span class="emoji">:b:</span></p>',
    '<p>+<span class="emoji">:b:</span>+ -<span class="emoji">:a:</span>-</p>',
  ],
])('%j to %j', (before, after, marks) => {
  const spans = marks
    .replaceAll(/\+(.*?)\+/g, '<span class="highlight_text_inserted">$1</span>')
    .replaceAll(/-(.*?)-(?!\w)/g, '<span class="highlight_text_deleted">$1</span>');
  expect(htmlDiff(before, after)).toBe(`<div>${spans}</div>`);
});

/** As our renderer writes them. */
const MESSAGES = [
  '<p>a plain text of some words</p>',
  '<p>a plain text of <em>some</em> other <strong>words</strong> and <code>code</code></p>',
  '<ul>\n<li>one</li>\n<li>two</li>\n<li>three</li>\n</ul>',
  '<ul>\n<li>one</li>\n<li>2</li>\n</ul>\n<ol>\n<li>x</li>\n<li>y</li>\n</ol>',
  '<blockquote>\n<p>a quote<br>\nof two lines</p>\n</blockquote>\n<p>and a text ' +
    '<span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span></p>',
  '<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code>' +
    '<span class="kd">const</span> a = <span class="mi">1</span>;\nrun(&quot;x&quot;);\n</code></pre></div>',
  '<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code>' +
    '<span class="kd">const</span> b = <span class="mi">1</span>;\nif (b &lt; 2) run();\n</code></pre></div>',
  '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n' +
    '<td>2</td>\n</tr>\n</tbody>\n</table>',
  '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>c</th>\n</tr>\n</thead>\n<tbody>\n</tbody>\n</table>',
  '<p><span class="katex"><span class="katex-mathml"><math><mi>x</mi></math></span></span> &amp; more</p>',
  '<div class="spoiler-block"><div class="spoiler-header">\n<p>secret</p>\n</div>' +
    '<div class="spoiler-content" aria-hidden="true">\n<p>hidden</p>\n</div></div>',
  '<p><a href="https://example.org/a?b=c&amp;d=e">link</a></p>\n<div class="message_inline_image">' +
    '<a href="/x.png" title="x"><img src="/y.png"></a></div>',
];

describe('any two messages', () => {
  const pairs = MESSAGES.flatMap((before) => MESSAGES.map((after) => [before, after] as const));

  it('keep the new HTML and its structure', () => {
    for (const [before, after] of pairs) {
      const diff = htmlDiff(before, after);
      expect(spaced(withoutMarks(diff))).toBe(
        spaced(serialize(parseFragment(`<div>${after}</div>`))),
      );
      expect(openElements(diff)).toEqual([]);
    }
  });

  it('show every removed word', () => {
    for (const [before, after] of pairs) {
      const shown = new Set(textOf(htmlDiff(before, after)).split(/\W+/));
      const missing = textOf(before)
        .split(/\W+/)
        .filter((word) => !shown.has(word));
      expect(missing).toEqual([]);
    }
  });
});

it('replaces the whole text, with what remains, if there are too many changes', () => {
  const [before, after] = ['a', 'b'].map((letter) =>
    Array.from({ length: 4000 }, (_, i) => `${letter}${i}`)
      .toSpliced(2000, 0, 'remains')
      .join(' '),
  );
  const inserted = `<span class="highlight_text_inserted">${after}</span>`;
  const deleted = `<span class="highlight_text_deleted">${before}</span>`;
  expect(htmlDiff(`<p>${before}</p>`, `<p>${after}</p>`)).toBe(
    `<div><p>${inserted} ${deleted}</p></div>`,
  );
});

/** The HTML without removed words and without the marks of added ones. */
function withoutMarks(html: string): string {
  const fragment = parseFragment(html);
  unmark(fragment);
  return serialize(fragment);
}

function unmark(parent: DefaultTreeAdapterTypes.ParentNode): void {
  parent.childNodes = parent.childNodes.flatMap((node) => {
    if (!('tagName' in node)) return [node];
    unmark(node);
    const className = node.attrs.find(({ name }) => name === 'class')?.value;
    if (className === 'highlight_text_deleted') return [];
    return className === 'highlight_text_inserted' ? node.childNodes : [node];
  });
}

function spaced(html: string): string {
  return html.replaceAll(/\s+/g, '');
}

function openElements(html: string): string[] {
  const open: string[] = [];
  for (const [, closing, name = '', rest = ''] of html.matchAll(/<(\/?)([a-z0-9-]+)([^>]*)>/gi)) {
    if (['img', 'br', 'hr', 'input'].includes(name) || rest.endsWith('/')) continue;
    if (!closing) open.push(name);
    else if (open.pop() !== name) open.push(`</${name}>`);
  }
  return open;
}

function textOf(html: string): string {
  return serialize(parseFragment(html)).replaceAll(/<[^>]*>/g, ' ');
}
