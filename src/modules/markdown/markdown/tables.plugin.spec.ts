import { expect, test } from '@jest/globals';
import { NOTHING_KNOWN } from './context.js';
import { render } from './renderer.js';

test('cells hold text and have their side', () => {
  const { html } = render('a|b\n:-:|-\n*c*|d', NOTHING_KNOWN);
  expect(html.replaceAll('\n', '')).toBe(
    '<table><thead><tr><th style="text-align: center;">a</th><th>b</th></tr></thead>' +
      '<tbody><tr><td style="text-align: center;"><em>c</em></td><td>d</td></tr></tbody></table>',
  );
});

test('rows that would be completed to very many cells are text', () => {
  const source = `${'a|'.repeat(40)}\n${'-|'.repeat(40)}\n${'a|\n'.repeat(500)}`;
  expect(render(source, NOTHING_KNOWN).html).not.toContain('<td');
});
