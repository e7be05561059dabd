import { describe, expect, test } from '@jest/globals';
import { EMPTY_CONTEXT } from './context.js';
import { render } from './renderer.js';

function rendered(source: string): string {
  return render(source, EMPTY_CONTEXT).html;
}

describe('mathematics', () => {
  test('in a line and in a block', () => {
    expect(rendered('so $$a^2$$ it is')).toMatch(
      /^<p>so <span class="katex">.*<\/span> it is<\/p>$/s,
    );
    expect(rendered('```math\na^2\n```')).toMatch(/^<p><span class="katex-display">.*<\/p>$/s);
  });

  test('a blank line in a block starts a new formula', () => {
    const html = rendered('```math\na^2\n\n\\nonsense{b}\n\nc\n```');
    expect(html.match(/class="katex-display"/g)).toHaveLength(2);
    expect(html).toContain('<span class="tex-error">\\nonsense{b}</span>');
  });

  test.each(['$$_$$', '$$$a$$$', '$$a\nb$$', '$a$', '$$$$', '$$open'])('%j is text', (source) => {
    expect(rendered(source)).not.toContain('katex');
  });

  test.each(['\\nonsense{a}', '\\def\\x{y}', '\\href{https://a.com}{x', 'a & b', '\\text{🎉}'])(
    'input that cannot be rendered stays as typed: %j',
    (tex) => {
      expect(rendered(`$$${tex}$$`)).toMatch(/^<p><span class="tex-error">\$\$/);
    },
  );

  test('formulas contain no links', () => {
    expect(rendered('$$\\href{https://a.com}{x}$$')).not.toContain('href=');
  });

  test('formulas beyond the budget of a message are text', () => {
    const formulas = rendered('$$a$$ '.repeat(1_000)).match(/class="katex"/g);
    expect(formulas).toHaveLength(200);
    expect(rendered(`$$${'x'.repeat(6_000)}$$`)).toContain('tex-error');
  });

  test('a formula nested deeper than the stack allows is shown as an error', () => {
    expect(rendered(`$$${'{'.repeat(2_400)}${'}'.repeat(2_400)}$$`)).toContain('tex-error');
  });
});
