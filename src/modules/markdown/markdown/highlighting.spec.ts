import { describe, expect, test } from '@jest/globals';
import { EMPTY_CONTEXT } from './context.js';
import { highlighted } from './highlighting.js';
import { type GrammarName, GRAMMARS, languageOf } from './languages.js';
import { render } from './renderer.js';

describe('code', () => {
  test('has spans with short classes that do not nest', () => {
    expect(highlighted('def f(self, x):\n  return f"{x}" # <b>\n', 'python')).toBe(
      '<span class="k">def</span> <span class="nf">f</span><span class="p">(</span>' +
        '<span class="bp">self</span><span class="p">,</span> <span class="n">x</span>' +
        '<span class="p">):</span>\n' +
        '  <span class="k">return</span> <span class="s2">f&quot;</span><span class="si">{</span>' +
        '<span class="n">x</span><span class="si">}</span><span class="s2">&quot;</span> ' +
        '<span class="c1"># &lt;b&gt;</span>\n',
    );
  });

  test.each<[GrammarName, string, string]>([
    ['python', 'x = 1', 'n:x o:= mi:1'],
    ['python', '0x1f + 1.5 - 0b1', 'mh:0x1f o:+ mf:1.5 o:- mb:0b1'],
    ['python', 'import os', 'kn:import n:os'],
    ['python', '@a\nclass B: pass', 'nd:@a k:class nc:B p:: k:pass'],
    ['python', 'not None', 'ow:not kc:None'],
    ['javascript', "const a = 'b';", "kd:const nx:a o:= s1:'b' p:;"],
    ['javascript', 'f(x) /* c */ // d', 'nf:f p:( nx:x p:) cm:/* c */ c1:// d'],
    ['php', '$a = f($b);', 'nv:$a o:= nf:f p:( nv:$b p:);'],
    ['json', '{"a": [1, true]}', 'p:{ na:"a" p:: p:[ mi:1 p:, kc:true p:]}'],
    ['go', 'func f() { x := 5 }', 'kd:func nf:f p:() p:{ nx:x p:: o:= mi:5 p:}'],
    ['java', '@A public class B {}', 'nd:@A kd:public kd:class nc:B p:{}'],
    ['sql', "SELECT a FROM b WHERE c = 'd'", "k:SELECT n:a k:FROM n:b k:WHERE n:c o:= s1:'d'"],
    ['rust', 'let x: u32 = 5;', 'k:let nv:x p:: kt:u32 o:= mi:5 p:;'],
    ['bash', '#!/bin/sh\n# b', 'ch:#!/bin/sh c1:# b'],
    ['markdown', 'a = b (c)', ''],
  ])('in %s: %s', (language, code, tokens) => {
    const spans = Array.from(
      highlighted(code, language).matchAll(/<span class="(\w+)">(.*?)<\/span>/gs),
      ([, name, text]) => `${name}:${text}`,
    );
    const text = spans.join(' ').replaceAll('&quot;', '"').replaceAll('&#x27;', "'");
    expect(text).toBe(tokens);
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
