import { describe, expect, it } from '@jest/globals';
import {
  bold,
  bullets,
  code,
  codeBlock,
  details,
  enumeration,
  formatted,
  hmac,
  joined,
  lines,
  link,
  md,
  Payload,
  PayloadError,
  pushContent,
  quote,
  quoteMarkdown,
  sharedSecret,
  type SignedRequest,
  text,
  time,
  truncated,
} from './index.js';
import { createHmac } from 'node:crypto';

const source = (value: unknown): string => String(value);

describe('md', () => {
  it('leaves texts without effect as they are', () => {
    for (const plain of ['Fix: a_b #12 @name, 50% of [x] a < b && c (d) ~e $5!', 'Größe 🎉']) {
      expect(source(md`x ${plain} y`)).toBe(`x ${plain} y`);
    }
  });

  it('escapes what would format, mention or link', () => {
    expect(source(md`x ${'**a** `b` :c: <time:1>'} y`)).toBe(
      'x &#42;&#42;a&#42;&#42; &#96;b&#96; &#58;c: &#60;time:1> y',
    );
    expect(source(md`x ${'@**all** [a](b) &amp; $$x$$ ~~y~~'}`)).toBe(
      'x @&#42;&#42;all&#42;&#42; &#91;a&#93;(b) &#38;amp; &#36;$x&#36;$ &#126;~y&#126;~',
    );
  });

  it('escapes what would start a block only at the start of a line', () => {
    expect(source(md`${'# a'}\n* ${'1. b'} ${'> c'}`)).toBe('&#35; a\n* &#49;. b > c');
  });

  it('separates parts that have an effect together', () => {
    expect(source(md`${'@'}${bold('all')}`)).toBe('@\u200B**all**');
    expect(source(md`${'!'}${link('a', 'https://example.com')}`)).toBe(
      '!\u200B[a](https://example.com/)',
    );
    expect(source(joined(['#', bold('a')], ''))).toBe('&#35;**a**');
  });

  it('writes one line for each text, and nothing for undefined', () => {
    expect(source(md`[${' a\n\tb\0 '}|${undefined}|${3}]`)).toBe('[ a b ||3]');
    expect(source(md`${'x'.repeat(1000)}`)).toBe(`${'x'.repeat(499)}…`);
  });
});

describe('the elements', () => {
  it('are links to addresses of the web only', () => {
    expect(source(link('a [b', 'https://example.com/(x)?q=[y]'))).toBe(
      '[a &#91;b](https://example.com/%28x%29?q=%5By%5D)',
    );
    for (const url of [
      undefined,
      'javascript:alert(1)',
      '/path',
      'none',
      `https://${'x'.repeat(3000)}`,
    ]) {
      expect(source(link('a', url))).toBe('a');
    }
    expect(source(link('', 'https://example.com'))).toBe('');
  });

  it('are code that contains backticks', () => {
    expect(source(code('a'))).toBe('`a`');
    expect(source(code('`a` ``b'))).toBe('``` `a` ``b ```');
    expect(source(code(''))).toBe('');
    expect(source(codeBlock('```\na', 'text'))).toBe('````text\n```\na\n````');
  });

  it('are quotes that end where they should', () => {
    expect(source(quote('a **b**\n\n# c'))).toBe(
      '``` quote\na &#42;&#42;b&#42;&#42;\n\n&#35; c\n```',
    );
    expect(quote(' \n ')).toBeUndefined();
    expect(quote(undefined)).toBeUndefined();
    expect(source(quoteMarkdown('**a** @**all**\n```\ncode'))).toBe(
      '```` quote\n**a** @\u200B**all**\n```\ncode\n```\n````',
    );
    expect(quoteMarkdown('<!-- only a comment -->')).toBeUndefined();
    expect(quoteMarkdown(`<!--${' long'.repeat(10_000)}--><!-- other -->`)).toBeUndefined();
    expect(source(quoteMarkdown('a<!-- open'))).toBe('``` quote\na<!-- open\n```');
  });

  it('are Markdown without mentions', () => {
    expect(source(formatted('/me **a** @**all** #**b**'))).toBe(
      '&#47;me **a** @\u200B**all** #\u200B**b**',
    );
  });

  it('are lists of what is present', () => {
    expect(source(lines('a', undefined, false, md`${bold('b')}`))).toBe('a\n**b**');
    expect(source(bullets(['a', undefined, 'b']))).toBe('* a\n* b');
    expect(source(details({ A: 'x', B: undefined, C: '', D: 0 }))).toBe('* **A**: x\n* **D**: 0');
    expect(source(enumeration(['a', 'b', 'c']))).toBe('a, b and c');
    expect(source(text('*'))).toBe('&#42;');
  });

  it('are times', () => {
    expect(source(time('2026-01-02T03:04:05Z'))).toBe('<time:2026-01-02T03:04:05Z>');
    expect(source(time('2026-01-02 03:04:05 (UTC)'))).toBe('<time:2026-01-02T03:04:05Z>');
    expect(source(time(0))).toBe('<time:1970-01-01T00:00:00.000Z>');
    expect(source(time(1e300))).toBe('1e+300');
    expect(source(time('soon'))).toBe('soon');
  });

  it('are cut at whole characters', () => {
    expect(truncated('a🎉b', 3)).toBe('a🎉b');
    expect(truncated('a🎉bc', 3)).toBe('a🎉…');
  });
});

describe('Payload', () => {
  const payload = new Payload({
    text: 'a',
    blank: ' ',
    nothing: null,
    number: 1,
    yes: true,
    list: [{ name: 'b' }, 'c'],
    object: { 'a.b': 'd', inner: { deep: 'e' } },
  });
  const problem = (read: () => unknown): string => {
    try {
      read();
      return 'none';
    } catch (error) {
      const { problem: kind, path } = error as PayloadError;
      return `${kind} ${path}`;
    }
  };

  it('reads by paths', () => {
    expect(payload.text('object.inner.deep')).toBe('e');
    expect(payload.text('list.0.name')).toBe('b');
    expect(payload.text(['object', 'a.b'])).toBe('d');
    expect(payload.label('number')).toBe('1');
    expect(payload.flag('yes')).toBe(true);
    expect(payload.count('list')).toBe(2);
    expect(
      payload
        .object('object')
        .members([])
        .map(([name]) => name),
    ).toEqual(['a.b', 'inner']);
  });

  it('treats null and blank texts as absent where they are optional', () => {
    for (const path of ['blank', 'nothing', 'missing', 'missing.inner', 'nothing.inner']) {
      expect(payload.optionalText(path)).toBeUndefined();
    }
    expect(payload.optionalList('missing')).toEqual([]);
    expect(payload.flag('missing')).toBe(false);
  });

  it('reads JSON in texts', () => {
    const form = new Payload({ json: '{"name": "a"}', broken: '{' });
    expect(form.parsed('json').text('name')).toBe('a');
    expect(problem(() => form.parsed('broken'))).toBe('anomalous broken');
    expect(problem(() => form.parsed('json').text('other'))).toBe('missing json.other');
    const deep = new Payload({ json: `${'['.repeat(101)}${']'.repeat(101)}` });
    expect(problem(() => deep.parsed('json'))).toBe('anomalous json');
  });

  it('truncates texts that are much longer than messages', () => {
    const long = new Payload({ text: `a${'\u{1F600}'.repeat(60_000)}` });
    expect(long.text('text')).toHaveLength(100_000);
    expect(long.label('text').endsWith('\uFFFD')).toBe(true);
  });

  it('names the path of what is missing or has another type', () => {
    expect(problem(() => payload.text('missing'))).toBe('missing missing');
    expect(problem(() => payload.object('object').text('inner.missing'))).toBe(
      'missing object.inner.missing',
    );
    expect(problem(() => payload.text('nothing'))).toBe('anomalous nothing');
    expect(problem(() => payload.text('text.inner'))).toBe('anomalous text.inner');
    expect(problem(() => payload.list('list')[1]!.text('name'))).toBe('anomalous list.1.name');
    expect(problem(() => payload.optionalText('number'))).toBe('anomalous number');
    expect(problem(() => payload.text('constructor.name'))).toBe('missing constructor.name');
  });
});

describe('pushes', () => {
  it('list twenty commits and three authors', () => {
    const commits = Array.from({ length: 25 }, (_, index) => ({
      message: `Commit ${index}\n\nDetails`,
      sha: String(index).padStart(40, '0'),
      author: `Author ${index % 5}`,
    }));
    const content = source(pushContent({ actor: 'a', branch: 'main', commits, total: 30 }));
    expect(content.split('\n').slice(0, 3)).toEqual([
      'a pushed 30 commits to `main`.',
      'Commits by Author 0 (5), Author 1 (5), Author 2 (5) and 2 others.',
      '* Commit 0 (`0000000`)',
    ]);
    expect(content.split('\n').slice(-2)).toEqual(['* Commit 19 (`0000000`)', '* and 10 more']);
  });
});

describe('signatures', () => {
  const request = (headers: Record<string, string>): SignedRequest => ({
    body: Buffer.from('body'),
    payload: new Payload({}),
    url: 'https://chat.example.com',
    header: (name) => headers[name],
  });
  const digest = createHmac('sha1', 'secret').update('body').digest('base64');

  it('are compared with that of the body', () => {
    const scheme = hmac({ header: 'X', algorithm: 'sha1', encoding: 'base64', prefix: 'v1=' });
    expect(scheme(request({ X: `v1=other, v1=${digest}` }), 'secret')).toBe(true);
    expect(scheme(request({ X: digest }), 'secret')).toBe(false);
    expect(scheme(request({}), 'secret')).toBe(false);
    expect(scheme(request({ X: `v1=${digest}` }), 'other')).toBe(false);
  });

  it('may be the secret itself', () => {
    const scheme = sharedSecret({ header: 'X' });
    expect(scheme(request({ X: 'secret' }), 'secret')).toBe(true);
    expect(scheme(request({}), 'secret')).toBe(false);
  });
});
