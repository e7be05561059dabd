import { describe, expect, it } from '@jest/globals';
import { emailHtml } from './message-html.js';

const URL = 'https://chat.example.com';

describe('emailHtml', () => {
  it.each([
    ['text', '<p>a &lt;b&gt; &amp; c</p>', '<p>a &lt;b&gt; &amp; c</p>'],
    [
      'relative links',
      '<p><a href="/#narrow/dm/1">x</a> <a href="https://a.example/?b&amp;c">y</a></p>',
      `<p><a href="${URL}/#narrow/dm/1">x</a> <a href="https://a.example/?b&amp;c">y</a></p>`,
    ],
    [
      'emoji',
      '<p><span aria-label="x" class="emoji emoji-1f44d-1f3fd" role="img" title="x">:x:</span><img alt=":own:" class="emoji" src="/u"></p>',
      '<p>👍🏽:own:</p>',
    ],
    [
      'pictures beside text',
      '<p><a href="/user_uploads/1/a.png">a</a></p><div class="message_inline_image"><a href="/user_uploads/1/a.png"><img src="/t"></a></div>',
      `<p><a href="${URL}/user_uploads/1/a.png">a</a></p>`,
    ],
    [
      'pictures without text',
      '<div class="message_inline_image"><a href="/user_uploads/1/a.png"><img src="/t"></a></div>',
      `<p><a href="${URL}/user_uploads/1/a.png">${URL}/user_uploads/1/a.png</a></p>`,
    ],
    [
      'spoilers',
      '<div class="spoiler-block"><div class="spoiler-header"><p>head</p></div><div class="spoiler-content"><p>body</p></div></div>',
      '<div><div><p>head</p></div>(Open the conversation to see the hidden text)</div>',
    ],
    [
      'formulas',
      '<p><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html">x2</span></span></p>',
      '<p><span><span>x^2</span></span></p>',
    ],
    ['lists with a start', '<ol start="3"><li>a</li></ol>', '<ol start="3"><li>a</li></ol>'],
    ['unknown elements', '<p>a<video src="/x"></video><br>b</p>', '<p>a<br>b</p>'],
  ])('keeps or replaces %s', (_, rendered, expected) => {
    expect(emailHtml(rendered, URL)).toBe(expected);
  });
});
