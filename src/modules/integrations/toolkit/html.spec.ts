import { describe, expect, it } from '@jest/globals';
import { htmlRuns, htmlText } from './html.js';

describe('the text of HTML', () => {
  it('has a line for each block, and no markup', () => {
    const html =
      '<div>Some <b>bold</b>\n text &amp; more</div><p>A<br>B</p><ul><li>C</li><li>D</li></ul>';
    expect(htmlText(html)).toBe('Some bold text & more\nA\nB\nC\nD');
  });

  it('leaves out what browsers do not show', () => {
    const html = '<head><title>T</title></head><style>p {}</style>Text<script>run("<p>")</script>';
    expect(htmlText(html)).toBe('Text');
  });

  it('is undefined without visible text', () => {
    for (const html of [undefined, '', ' <br> ', '<p></p>', '<script>run()</script>']) {
      expect(htmlText(html)).toBeUndefined();
    }
  });

  it('keeps plain text, and text of damaged markup', () => {
    expect(htmlText('5 < 6 and 7 > 6')).toBe('5 < 6 and 7 > 6');
    expect(htmlText('</a></p><b>bold<i>both')).toBe('boldboth');
  });

  it('separates links', () => {
    expect(htmlRuns('See <a href="https://example.com">the <b>page</b></a>.')).toEqual([
      { text: 'See ', url: undefined },
      { text: 'the page', url: 'https://example.com' },
      { text: '.', url: undefined },
    ]);
  });
});
