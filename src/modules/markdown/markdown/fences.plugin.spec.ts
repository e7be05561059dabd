import { describe, expect, test } from '@jest/globals';
import { EMPTY_CONTEXT } from './context.js';
import { render } from './renderer.js';

function compact(source: string, known = {}): string {
  return render(source, { ...EMPTY_CONTEXT, ...known }).html.replaceAll('\n', '');
}

function code(content: string, language = ''): string {
  const attribute = language && ` data-code-language="${language}"`;
  return `<div class="codehilite"${attribute}><pre><span></span><code>${content}</code></pre></div>`;
}

describe('fences', () => {
  test.each([
    ['a\n```\n*b*\n```\nc', `<p>a</p>${code('*b*')}<p>c</p>`],
    ['~~~\n```\n~~~', code('```')],
    ['```\nopen', code('open')],
    ['````\n```\n````', code('```')],
    ['```nonesuch\nx\n```', code('x', 'nonesuch')],
    ['``` {.py} \n```', code('', 'Python')],
    ['```a`b\n', '<p>```a`b</p>'],
    ['    indented\n\n      more', code('indented  more')],
    ['* a\n  ```\n  b\n  ```', `<ul><li>a${code('b')}</li></ul>`],
    [
      '```quote\na\n```js\nb\n```\nc\n```\nd',
      /^<blockquote><p>a<\/p>.*<p>c<\/p><\/blockquote><p>d<\/p>$/,
    ],
    [
      '```quote\n~~~quote\na\n~~~\nb',
      '<blockquote><blockquote><p>a</p></blockquote><p>b</p></blockquote>',
    ],
    [
      '```spoiler *title*\na\n```\nb',
      '<div class="spoiler-block"><div class="spoiler-header"><p><em>title</em></p></div>' +
        '<div class="spoiler-content" aria-hidden="true"><p>a</p></div></div><p>b</p>',
    ],
    [
      '```spoiler # Big *title*\na\n```',
      '<div class="spoiler-block"><div class="spoiler-header"><h1>Big <em>title</em></h1></div>' +
        '<div class="spoiler-content" aria-hidden="true"><p>a</p></div></div>',
    ],
    [
      '```spoiler 10. ten\na\n```',
      '<div class="spoiler-block"><div class="spoiler-header"><ol start="10"><li>ten</li></ol></div>' +
        '<div class="spoiler-content" aria-hidden="true"><p>a</p></div></div>',
    ],
  ])('%j', (source, html) => {
    if (typeof html === 'string') expect(compact(source)).toBe(html);
    else expect(compact(source)).toMatch(html);
  });

  test('every level of nested quotes keeps its text', () => {
    const levels = Array.from(
      { length: 40 },
      (_, depth) => `${'`'.repeat(60 - depth)}quote\nlevel${depth}`,
    );
    const html = compact(levels.join('\n'));
    for (let depth = 0; depth < levels.length; depth++) expect(html).toContain(`level${depth}`);
  });

  test('code without a language has the default language of the organization', () => {
    expect(compact('```\nx\n```', { defaultCodeLanguage: 'text' })).toBe(code('x', 'Text only'));
  });
});
