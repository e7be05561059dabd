import { describe, expect, test } from '@jest/globals';
import { highlighter } from './search-highlights.view.js';
import {
  parseSearch,
  type Search,
  searchPatterns,
  searchQuery,
  searchVector,
  topicVector,
} from './search.service.js';

function search(given: string): Search {
  return parseSearch(given)!;
}

/** As the highlights, in brackets. */
function marked(html: string, given: string): string {
  return highlighter([search(given)])
    .html(html)
    .replace(/<span class="highlight">(.*?)<\/span>/g, '[$1]');
}

describe('searchVector', () => {
  test('has forms and stems at their positions, the topic after a gap', () => {
    expect(searchVector('Release plans', '<p>Ran two <em>running</em>s</p>')).toBe(
      "'ran':1 'two':2 'runnings':3 '=run':3 'release':5A '=releas':5A 'plans':6A '=plan':6A",
    );
    expect(topicVector('Release')).toBe("'release':2A '=releas':2A");
  });

  test('contains the visible text', () => {
    expect(
      searchVector(
        '',
        '<p>a<b>b</b>c<br>\nd &amp; &#x65; <a href="/hidden?x=1" title="hidden">f</a></p>',
      ),
    ).toBe("'abc':1 'd':2 'e':3 'f':4");
  });

  test('contains the source of a formula', () => {
    const html =
      '<p><span class="katex"><span class="katex-mathml"><math><mi>drawn</mi><annotation>source</annotation></math></span><span class="katex-html" aria-hidden="true"><span>d<span>r</span></span></span></span>after</p>';
    expect(searchVector('', html)).toBe("'source':1 '=sourc':1 'after':2");
    expect(highlighter([search('source drawn after')]).html(html)).toBe(
      html.replace('after', '<span class="highlight">after</span>'),
    );
  });
});

describe('parseSearch', () => {
  test.each([
    ['run', "(('run' | '=run'))"],
    ['Running fast', "(('running' | '=run' | 'run')) & (('fast' | '=fast'))"],
    ['foo.txt', "(('foo' | '=foo') <-> ('txt' | '=txt'))"],
    ['"two words"', "('two' <-> 'words':*)"],
    ['東京', "(('東' | '=東') <-> ('京' | '=京'))"],
    ['"ends here."', "('ends' <-> 'here')"],
    ['!!!', undefined],
    ['""', undefined],
    ['', undefined],
  ])('%j becomes %j', (given, query) => {
    expect(searchQuery(search(given))).toBe(query);
  });

  test.each([
    ['words "and more"', []],
    ['"C++"', ['%C++%']],
    ['"50%_\\"', ['%50\\%\\_\\\\%']],
    ['++ x', ['%++%']],
  ])('of %j, %j must be there literally', (given, patterns) => {
    expect(searchPatterns(search(given))).toEqual(patterns);
  });

  test('refuses long searches', () => {
    expect(parseSearch('x'.repeat(1001))).toBeUndefined();
  });
});

describe('highlighter', () => {
  test.each([
    ['<p>Run, running, prune</p>', 'runs', '<p>[Run], [running], prune</p>'],
    ['<p>foo <b>ba</b>r</p>', 'bar', '<p>foo <b>[ba]</b>[r]</p>'],
    ['<p>one two one</p>', '"one two"', '<p>[one two] one</p>'],
    ['<p>one <i>two</i></p>', '"one tw"', '<p>[one ]<i>[two]</i></p>'],
    ['<p>東京タワー</p>', '京タ', '<p>東[京タ]ワー</p>'],
    ['<p>Tom &amp; Jerry &lt;3</p>', '"Tom & Jerry"', '<p>[Tom &amp; Jerry] &lt;3</p>'],
    ['<p>&amp;</p>', 'amp', '<p>&amp;</p>'],
    ['<p>&lt;b&gt;</p>', '"<"', '<p>[&lt;]b&gt;</p>'],
    ['<p class="p">p</p>', 'p', '<p class="p">[p]</p>'],
    ['<p>Über</p>', 'uber', '<p>[Über]</p>'],
    ['<p>nothing</p>', 'else', '<p>nothing</p>'],
    ['<p>a b</p>', 'a b', '<p>[a] [b]</p>'],
  ])('%s, searched for %s: %s', (html, given, expected) => {
    expect(marked(html, given)).toBe(expected);
  });

  test.each([
    ['many matches and entities', 'x', 'x&amp;'.repeat(5000), '[x]&amp;'.repeat(5000)],
    ['many equal terms', 'x '.repeat(450), 'x '.repeat(5000), '[x] '.repeat(5000)],
    [
      'many terms of one stem',
      'run runs running',
      'running '.repeat(3000),
      '[running] '.repeat(3000),
    ],
    ['prefixes', '"ab" "a" "abc"', 'abcd b '.repeat(2000), '[abcd] b '.repeat(2000)],
  ])('takes steps in proportion to the text: %s', (_, given, html, expected) => {
    const steps = html.length;
    const changed = highlighter([search(given)], steps).html(html);
    expect(changed.replace(/<span class="highlight">(.*?)<\/span>/g, '[$1]')).toBe(expected);
  });

  test('highlights nothing more when its steps are used up', () => {
    const highlights = highlighter([search('a')], 3);
    expect(highlights.html('<p>a b</p>')).toBe('<p><span class="highlight">a</span> b</p>');
    expect(highlights.html('<p>a b</p>')).toBe('<p>a b</p>');
    expect(highlights.text('a & b')).toBe('a &amp; b');
  });

  test('never breaks the HTML, whatever is searched', () => {
    const html =
      '<p>a&amp;b <span class="x" title="a b">a<code>b&lt;</code></span></p><ul>\n<li>a b</li>\n</ul>';
    for (const given of [
      'a',
      'b',
      '"a b"',
      '<',
      '"&"',
      'amp',
      'span',
      '"> <"',
      '<p>',
      ';',
      'a&b',
    ]) {
      const changed = highlighter([search(given)]).html(html);
      const without = changed.replace(/<span class="highlight">([^<]*)<\/span>/g, '$1');
      expect([given, without]).toEqual([given, html]);
    }
  });
});

test('a highlighter escapes all text', () => {
  expect(highlighter([search('release'), search('b')]).text('<b> & "release" plans')).toBe(
    '&lt;<span class="highlight">b</span>&gt; &amp; &quot;<span class="highlight">release</span>&quot; plans',
  );
});
