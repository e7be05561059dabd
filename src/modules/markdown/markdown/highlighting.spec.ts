import { describe, expect, test } from '@jest/globals';
import { EMPTY_CONTEXT } from './context.js';
import { highlighted } from './highlighting.js';
import { type GrammarName, GRAMMARS, languageOf } from './languages.js';
import { render } from './renderer.js';

describe('code', () => {
  test('has spans with short classes that do not nest', () => {
    expect(highlighted('def f(x):\n  return f"{x}" # <b>\n', 'python')).toBe(
      '<span class="k">def</span> <span class="nf">f</span>(<span class="n">x</span>):\n' +
        '  <span class="k">return</span> <span class="s">f&quot;</span><span class="si">{x}</span>' +
        '<span class="s">&quot;</span> <span class="c"># &lt;b&gt;</span>\n',
    );
  });

  test.each(Object.keys(GRAMMARS) as GrammarName[])('in %s keeps its text', (language) => {
    const code =
      '<a href="b">&amp;</a>\n/* x */ function f(a) { return "b" + 1; }\n# c\n\n- d: e\n';
    const text = highlighted(code, language)
      .replace(/<[^>]*>/g, '')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#x27;/g, "'")
      .replace(/&amp;/g, '&');
    expect(text).toBe(code);
  });

  test('beyond the limits on lines stays plain', () => {
    const html = render(`\`\`\`js\nlet x = 1;\n${'y'.repeat(500)}\n\`\`\``, EMPTY_CONTEXT).html;
    expect(html).toContain('data-code-language="JavaScript"');
    expect(html).toContain('<code>let x = 1;');
  });

  test.each([
    ['cs', 'a '.repeat(190)],
    ['cpp', 'a'.repeat(390)],
    ['bash', "'".repeat(390)],
  ])('in %s with a line of quadratic cost stays plain', (language, line) => {
    const html = render(`\`\`\`${language}\n${`${line}\n`.repeat(20)}\`\`\``, EMPTY_CONTEXT).html;
    expect(html).not.toContain('<span class=');
  });

  test('beyond the budget of a message stays plain', () => {
    const block = `\`\`\`cs\n${`int ${'a '.repeat(150)}(\n`.repeat(7)}\`\`\`\n`;
    const { html } = render(block.repeat(20), EMPTY_CONTEXT);
    const highlightedBlocks = html.split('<pre>').filter((part) => part.includes('<span class='));
    expect(highlightedBlocks.length).toBeGreaterThan(5);
    expect(highlightedBlocks.length).toBeLessThan(20);
  });
});

describe('languages', () => {
  test.each([
    ['js', 'JavaScript'],
    ['C++', 'C++'],
    ['html+php', 'HTML+PHP'],
    ['invented', 'invented'],
    ['', undefined],
  ])('%j is %j', (word, name) => {
    expect(languageOf(word).name).toBe(name);
  });
});
