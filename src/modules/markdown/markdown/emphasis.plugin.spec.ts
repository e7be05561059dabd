import { expect, test } from '@jest/globals';
import { EMPTY_CONTEXT } from './context.js';
import { render } from './renderer.js';

test.each([
  ['*leaning* and **loud**', '<em>leaning</em> and <strong>loud</strong>'],
  ['***both***', '<strong><em>both</em></strong>'],
  ['*outer **inner***', '<em>outer <strong>inner</strong></em>'],
  ['un*frigging*believable', 'un<em>frigging</em>believable'],
  ['**note:**next', '<strong>note:</strong>next'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['char *p, *q', 'char *p, *q'],
  ['_plain_ __plain__', '_plain_ __plain__'],
  ['*not\nthis*', '*not<br>\nthis*'],
  ['*one*\n**two**\n*three', '<em>one</em><br>\n<strong>two</strong><br>\n*three'],
  ['[*a*\n*b*](c.com) *d*', '<a href="http://c.com"><em>a</em><br>\n<em>b</em></a> <em>d</em>'],
  ['~~gone **now**~~', '<del>gone <strong>now</strong></del>'],
  ['~~~neither~~~ ~~open', '~~~neither~~~ ~~open'],
  ['`a *b* <c>`', '<code>a *b* &lt;c&gt;</code>'],
  ['`` a ` b ``', '<code> a ` b </code>'],
  ['`open', '`open'],
  ['\\*a\\*', '\\<em>a\\</em>'],
])('%j', (source, html) => {
  expect(render(source, EMPTY_CONTEXT).html).toBe(`<p>${html}</p>`);
});
