// Renders generated texts that no user would write. An HTML parser checks that the result contains only
// the elements, attributes and URLs listed here, properly nested. The number of parser steps must be
// linear in the length of the text.
import { describe, expect, test } from '@jest/globals';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { type MarkdownContext, EMPTY_CONTEXT } from './context.js';
import { createParser } from './dialect.js';
import { LinkifierSet } from './linkifier-set.js';
import { referencesOf } from './references.js';
import { render } from './renderer.js';
import { Rendering } from './rendering.js';

const INPUTS = 50_000;
/** Of the parser, for each character. */
const MAX_STEPS = 50;

const ATOMS = [
  ['*', '**', '***', '~~', '~', '`', '``', '```', '```\n', '```quote\n', '```spoiler a\n', '~~~\n'],
  ['```math\n', '```js\n', '$$', '$$a$$', '$$\\frac{a}{b}$$', '$$\\href{javascript:alert(1)}{x}$$'],
  ['[', ']', '(', ')', '](', '![', '[a](', '[a](b)', '![a](/user_uploads/2/ab/cat.png)', '<', '>'],
  [
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:x)',
    '[a](&#106;avascript:x)',
    '[a](data:text/html,x)',
  ],
  ['[a](java\tscript:x)', '[a](\u0001javascript:x)', '[a](//b.c "d")', '[a](b "\' onerror=x")'],
  [
    '<script>',
    '</script>',
    '<img src=x onerror=x>',
    '<svg/onload=x>',
    '"',
    "'",
    '" onclick="x',
    '&',
  ],
  [
    '&lt;',
    '&#60;script&#62;',
    '&quot;',
    '&amp;',
    '\\',
    '<!--',
    '-->',
    '<![CDATA[',
    '</p>',
    '</div>',
  ],
  [
    'http://',
    'https://a.b',
    'https://a.b/c.png',
    'https://a.b/"c.mp4',
    'a.com',
    'a@b.com',
    'www.a.org',
  ],
  [
    'https://youtu.be/abcdefghijk',
    '<https://a.b>',
    '<mailto:a@b.c>',
    'javascript:x',
    '<javascript:x>',
  ],
  [
    '@**Ada**',
    '@_**Ada|1**',
    '@*team*',
    '@**all**',
    '@**topic**',
    '@**',
    '#**lounge**',
    '#**lounge>a.b**',
  ],
  [
    '#**lounge>"x@5**',
    '#**',
    '#12',
    'x#12',
    ':smile:',
    ':party:',
    ':zulip:',
    ':',
    ':)',
    '<3',
    '😀',
    '👩‍💻',
  ],
  [
    '\u200D',
    '\uFE0F',
    '\uD800',
    '\uDC00',
    '\0',
    '\u00A0',
    '\u202E',
    'é',
    '#',
    '# ',
    '## a\n',
    '\n',
    '\n\n',
  ],
  [
    '> ',
    '>',
    '- ',
    '* ',
    '1. ',
    '  * ',
    '    ',
    '\t',
    '|',
    '|a|b|\n|-|-|\n',
    '---\n',
    '<time:',
    '>',
  ],
  [
    '<time:2024-01-02T03:04:05Z>',
    '<time:<b>>',
    '/me ',
    'a',
    'word ',
    ' ',
    '_',
    '__a__',
    '{',
    '}',
    '$',
  ],
].flat();

/** Numbers that look random and are the same on every run. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function generated(random: (below: number) => number): string {
  const length = 1 + random(8);
  return Array.from({ length }, () => ATOMS[random(ATOMS.length)]).join('');
}

const TEXT_LEVEL =
  'br em strong del code p hr ul li blockquote thead tbody tr table pre h1 h2 h3 h4 h5 h6';
const MATH =
  'math semantics annotation mrow mi mo mn mtext mspace mfrac msup msub msubsup mover munder munderover msqrt mroot mtable mtr mtd mstyle mpadded menclose mphantom';
const MATH_ATTRIBUTES =
  'xmlns display encoding mathvariant separator stretchy fence form lspace rspace width height depth minsize maxsize accent accentunder linethickness scriptlevel displaystyle mathcolor mathbackground columnalign rowspacing columnspacing voffset style';

const ALLOWED = new Map<string, Set<string>>([
  ...TEXT_LEVEL.split(' ').map((tag) => [tag, new Set<string>()] as const),
  ...MATH.split(' ').map((tag) => [tag, new Set(MATH_ATTRIBUTES.split(' '))] as const),
  ['ol', new Set(['start'])],
  ['th', new Set(['style'])],
  ['td', new Set(['style'])],
  ['a', new Set(['href', 'title', 'class', 'style', 'data-stream-id', 'data-id'])],
  [
    'img',
    new Set(
      'alt class src title data-original-content-type data-original-dimensions data-original-src'.split(
        ' ',
      ),
    ),
  ],
  ['video', new Set(['data-video-original-url', 'preload', 'src'])],
  ['audio', new Set(['controls', 'preload', 'src', 'title'])],
  ['time', new Set(['datetime'])],
  ['div', new Set(['class', 'data-code-language', 'aria-hidden'])],
  [
    'span',
    new Set(
      'class role aria-label aria-hidden title style data-user-id data-user-group-id'.split(' '),
    ),
  ],
  ['svg', new Set(['xmlns', 'width', 'height', 'viewBox', 'preserveAspectRatio', 'style'])],
  ['path', new Set(['d'])],
  ['line', new Set(['x1', 'y1', 'x2', 'y2', 'stroke-width'])],
]);

const ADDRESS = /^(?:https?:\/\/|ftp:\/\/|mailto:|tel:|sip:|xmpp:|bitcoin:|[/#?](?!\/))/i;
const OWN_ADDRESS = /^\/(?:user_uploads|user_avatars|external_content|static)\/[^"<>\s]+$/;
const BACKGROUND = /^background-image: url\("\/external_content\/[0-9a-f]+\/[0-9a-f]+"\)$/;
const STYLE = /^[a-z-]+: ?-?[\w.#% -]+;(?:[a-z-]+: ?-?[\w.#% -]+;)*$/;

/** Describes a forbidden element; undefined for an allowed one. */
function problems(node: DefaultTreeAdapterTypes.Element): string[] {
  const allowed = ALLOWED.get(node.tagName);
  if (!allowed) return [`<${node.tagName}>`];
  return node.attrs.flatMap(({ name, value }) => {
    if (!allowed.has(name)) return [`${node.tagName}[${name}]`];
    if (name === 'href' && !ADDRESS.test(value)) return [`href=${value}`];
    if (name === 'src' && !OWN_ADDRESS.test(value)) return [`src=${value}`];
    if (node.tagName === 'a' && name === 'style') {
      return BACKGROUND.test(value) ? [] : [`style=${value}`];
    }
    if (name === 'style' && !STYLE.test(value)) return [`style=${value}`];
    return [];
  });
}

function elementsOf(node: DefaultTreeAdapterTypes.ParentNode): DefaultTreeAdapterTypes.Element[] {
  return node.childNodes.flatMap((child) =>
    'tagName' in child ? [child, ...elementsOf(child)] : [],
  );
}

function check(html: string): string[] {
  const elements = elementsOf(parseFragment(html));
  const written = html.match(/<[a-z]/g)?.length ?? 0;
  // An element that the parser adds, drops or splits shows that something is nested wrongly.
  return elements.length === written
    ? elements.flatMap(problems)
    : [`${written} elements became ${elements.length}`];
}

const ada = { id: 1, fullName: 'Ada "<b>" Sample', isActive: true };

const context: MarkdownContext = {
  ...EMPTY_CONTEXT,
  translateEmoticons: true,
  mediaPreviews: true,
  usersById: new Map([[1, { ...ada, fullName: 'Ada' }]]),
  usersByName: new Map([['ada', ada]]),
  groupsByName: new Map([['team', { id: 2, displayName: 'team & <co>', isActive: true }]]),
  streamsByName: new Map([['lounge', { id: 3, name: 'lounge "<i>"' }]]),
  customEmoji: new Map([['party', { url: '/user_avatars/2/emoji/images/1.png' }]]),
  uploads: new Map([
    [
      '2/ab/cat.png',
      { contentType: 'image/png', thumbnail: 'ready', dimensions: { width: 1, height: 2 } },
    ],
  ]),
  linkPreviews: new Map(
    ['http://a.com', 'https://a.b', 'http://www.a.org'].map((url) => [
      url,
      {
        title: '"><script>',
        description: '</div><img src=x onerror=x>',
        image: `${url}/"'><i>.png`,
      },
    ]),
  ),
  externalContentUrl: (url) => `/external_content/00/${Buffer.from(url).toString('hex')}`,
  linkifiers: new LinkifierSet([
    { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://tracker.example/{id}' },
    { pattern: 'x(?P<rest>.)', urlTemplate: '{+rest}avascript:{rest}' },
  ]),
};

describe('the rendered HTML', () => {
  test(`${INPUTS} generated texts contain only allowed elements and attributes`, () => {
    const random = generator(20_240_101);
    const found: [input: string, problems: string[]][] = [];
    for (let count = 0; count < INPUTS; count++) {
      const input = generated(random);
      const { html } = render(input, context);
      const wrong = check(html);
      if (wrong.length > 0) found.push([input, wrong]);
    }
    expect(found.slice(0, 5)).toEqual([]);
  }, 180_000);

  test('contains only references that were found before', () => {
    const random = generator(7);
    for (let count = 0; count < 5_000; count++) {
      const input = generated(random);
      const { html } = render(input, context);
      const references = referencesOf(input);
      const hasUsers = references.userNames.length > 0 || references.userIds.length > 0;
      expect({ input, found: hasUsers || !html.includes('data-user-id="1"') }).toEqual({
        input,
        found: true,
      });
      const hasChannels = references.streamNames.length > 0;
      expect({ input, found: hasChannels || !html.includes('data-stream-id') }).toEqual({
        input,
        found: true,
      });
    }
  }, 60_000);
});

/**
 * A step is one call of a rule of the parser. What a rule does within a call is not counted: its look
 * at the text ahead; formulas and colors, which the budgets of a rendering and the shape of the code
 * limit; and linkifiers, which count steps of their own.
 */
describe('the work', () => {
  const parser = createParser();
  let steps = 0;
  for (const ruler of [parser.block.ruler, parser.inline.ruler]) {
    const rules = ruler.getRules.bind(ruler) as (
      chain: string,
    ) => ((...given: unknown[]) => unknown)[];
    const counting = (chain: string): ((...given: unknown[]) => unknown)[] =>
      rules(chain).map((rule) => (...given) => {
        steps++;
        return rule(...given);
      });
    Object.assign(ruler, { getRules: counting });
  }

  function stepsFor(source: string): number {
    steps = 0;
    parser.render(source, new Rendering(context).environment);
    return steps;
  }

  test('grows no faster than the text', () => {
    const grown = ATOMS.flatMap((atom) => ['', 'a', ' ', '\n', '['].map((more) => atom + more))
      .map((piece) => {
        const short = stepsFor(piece.repeat(200));
        return { piece, growth: stepsFor(piece.repeat(800)) / short };
      })
      // Four times the text. Limits that only the longer one reaches make that inexact, but what grew
      // with the square would take sixteen times the steps.
      .filter(({ growth }) => growth > 8);
    expect(grown).toEqual([]);
  }, 60_000);

  test(`is bounded for ${INPUTS} generated texts`, () => {
    const random = generator(20_240_101);
    const found: [input: string, steps: number][] = [];
    for (let count = 0; count < INPUTS; count++) {
      const input = generated(random);
      const taken = stepsFor(input);
      if (taken > MAX_STEPS * input.length) found.push([input, taken]);
    }
    expect(found.slice(0, 5)).toEqual([]);
  }, 180_000);

  test('is bounded for the worst of long texts', () => {
    const worst = [
      `$$${'x'.repeat(9_000)}$$`,
      '$$a$$ '.repeat(1_600),
      `\`\`\`math\n\\begin{matrix}${'&'.repeat(9_000)}\\end{matrix}\n\`\`\``,
      `$$${'{'.repeat(4_000)}${'}'.repeat(4_000)}$$`,
      `${'|a'.repeat(40)}\n${'|-'.repeat(40)}\n${'|\n'.repeat(4_500)}`,
      '> '.repeat(5_000),
      '* '.repeat(5_000),
      '```quote\n'.repeat(1_100),
      '['.repeat(10_000),
      '[a]('.repeat(2_500),
      '*a **b '.repeat(1_400),
      `\`\`\`java\n${'$'.repeat(9_900)}\n\`\`\``,
      '`'.repeat(10_000),
      Array.from({ length: 140 }, (_, length) => '`'.repeat(length)).join(' '),
      '@**a'.repeat(2_500),
      '<time:'.repeat(1_600),
      'http://'.repeat(1_400),
      '(http://a'.repeat(1_000),
      '>\n'.repeat(5_000),
    ];
    for (const source of worst) {
      const html = render(source, context).html;
      expect(html.length).toBeLessThan(100 * source.length + 1_000);
      expect(stepsFor(source)).toBeLessThan(MAX_STEPS * source.length);
    }
  }, 60_000);
});
