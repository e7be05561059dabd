import { expect, test } from '@jest/globals';
import { EMPTY_CONTEXT } from './context.js';
import { render } from './renderer.js';

test('cells hold text and have their side', () => {
  const { html } = render('a|b\n:-:|-\n*c*|d', EMPTY_CONTEXT);
  expect(html.replaceAll('\n', '')).toBe(
    '<table><thead><tr><th style="text-align: center;">a</th><th>b</th></tr></thead>' +
      '<tbody><tr><td style="text-align: center;"><em>c</em></td><td>d</td></tr></tbody></table>',
  );
});

test('rows that would be completed to very many cells are text', () => {
  const source = `${'a|'.repeat(40)}\n${'-|'.repeat(40)}\n${'a|\n'.repeat(500)}`;
  expect(render(source, EMPTY_CONTEXT).html).not.toContain('<td');
});
