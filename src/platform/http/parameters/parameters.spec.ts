import { describe, expect, it, jest } from '@jest/globals';
import { getMetadataStorage, IsEmail, Matches } from 'class-validator';
import { ApiError } from '#platform/http/api-error.js';
import {
  Bool,
  Id,
  IdList,
  Integer,
  IntegerList,
  JsonValue,
  Text,
  TextList,
  TextOrJson,
  type TextOrJsonValue,
} from './decorators.js';
import { decodeForm, decodeQuery, type Fields, NO_FIELDS } from './fields.js';

import { type Dto, parametersOf } from './declared-parameters.js';
import { readParameters } from './read-parameters.js';

class Term {
  @Text() operator!: string;
  @Integer({ optional: true }) weight?: number;
  @Bool({ default: false }) negated!: boolean;
}

class Everything {
  @Text({ optional: true, maxLength: 5, minLength: 1 }) name?: string;
  @Text({ optional: true, trim: true, aliases: ['subject', 'title'] }) topic?: string;
  @Text({ optional: true, oneOf: ['add', 'remove'] }) op?: string;
  @Text({ optional: true, nullIsAbsent: true }) comment?: string;
  @Text({ optional: true, oneOf: ['all', 'none'], orJson: true }) scope?: string;
  @Integer({ optional: true, min: -1, max: 10 }) count?: number;
  @Integer({ optional: true, oneOf: [1, 2, 4], nullable: true }) policy?: number | null;
  @Integer({ optional: true }) any?: number;
  @Id({ optional: true }) stream_id?: number;
  @Bool({ optional: true }) muted?: boolean;
  @IntegerList({ default: [] }) numbers!: number[];
  @IdList({ optional: true, minItems: 1, maxItems: 3 }) ids?: number[];
  @TextList({ optional: true, maxLength: 3 }) words?: string[];
  @JsonValue({ optional: true, listOf: Term }) narrow?: Term[];
  @JsonValue({ optional: true, object: Term }) term?: Term;
  @JsonValue({ optional: true, check: (value) => (value === 7 ? undefined : 'must be seven') })
  seven?: unknown;
  @JsonValue({ optional: true }) anything?: unknown;
  @TextOrJson({ optional: true }) to?: TextOrJsonValue;
}

function read(form: Record<string, string>, dto: Dto = Everything): Record<string, unknown> {
  return readParameters(dto, new Map(Object.entries(form)), NO_FIELDS) as Record<string, unknown>;
}

function refusalOf(form: Record<string, string>, dto: Dto = Everything): ApiError {
  try {
    read(form, dto);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('The parameters were accepted');
}

describe('a value that is accepted', () => {
  const deep = `${'['.repeat(64)}${']'.repeat(64)}`;
  it.each<[string, string, unknown]>([
    ['name', 'abcde', 'abcde'],
    ['name', '"ab"', '"ab"'],
    ['name', '👍👍👍👍👍', '👍👍👍👍👍'],
    ['topic', '  lunch ', 'lunch'],
    ['topic', '', ''],
    ['op', 'add', 'add'],
    ['comment', 'null', undefined],
    ['comment', ' null\n', undefined],
    ['comment', '"null"', '"null"'],
    ['name', 'null', 'null'],
    ['scope', 'all', 'all'],
    ['scope', '"none"', 'none'],
    ['count', '-1', -1],
    ['count', ' 3\n', 3],
    ['count', '-0', 0],
    ['policy', '4', 4],
    ['policy', 'null', null],
    ['any', '9007199254740991', 9007199254740991],
    ['stream_id', '2147483647', 2147483647],
    ['muted', 'true', true],
    ['muted', ' false ', false],
    ['numbers', '[1, -2, 3]', [1, -2, 3]],
    ['ids', '[7]', [7]],
    ['words', '["a", "bcd"]', ['a', 'bcd']],
    ['narrow', '[]', []],
    ['narrow', '[{"operator": "is"}]', [{ operator: 'is', negated: false }]],
    [
      'term',
      '{"operator": "is", "weight": 3, "negated": true}',
      { operator: 'is', weight: 3, negated: true },
    ],
    ['term', '{"operator": "a", "operator": "b"}', { operator: 'b', negated: false }],
    ['seven', '7', 7],
    ['anything', deep, JSON.parse(deep)],
    ['anything', '"\\ud83d\\ude00"', '😀'],
    ['anything', '"\\\\u0000"', '\\u0000'],
    ['to', 'general', 'general'],
    ['to', '"general"', 'general'],
    ['to', '9', 9],
    ['to', '[9, 10]', [9, 10]],
    ['to', '["a@example.com", "b@example.com"]', ['a@example.com', 'b@example.com']],
    ['to', 'a@example.com, b@example.com', 'a@example.com, b@example.com'],
    ['to', '[general', '[general'],
    ['to', '1.5', '1.5'],
    ['to', 'null', 'null'],
    ['to', '{"a": 1}', '{"a": 1}'],
    ['to', '99999999999999999999', '99999999999999999999'],
  ])('%s=%s', (name, text, value) => {
    expect(read({ [name]: text })[name]).toEqual(value);
  });

  it('is found in linear time, regardless of surrounding white space', () => {
    const space = ' '.repeat(500_000);
    expect(read({ count: `${space}3${space}` })['count']).toBe(3);
    expect(refusalOf({ count: `3${space}x` }).status).toBe(400);
    expect(read({ to: `3${space}x` })['to']).toHaveLength(500_002);
  });

  it('is undefined or the default when it is absent', () => {
    const input = read({});
    expect(input['name']).toBeUndefined();
    expect(input['numbers']).toEqual([]);
    expect(input['numbers']).not.toBe(read({})['numbers']);
  });
});

describe('a value that is refused', () => {
  it.each<[string, string, string]>([
    ['name', 'abcdef', 'name is too long (at most 5 characters)'],
    ['name', ' ', 'name must not be blank'],
    ['op', 'Add', 'op must be one of: add, remove'],
    ['op', '"add"', 'op must be one of: add, remove'],
    ['scope', '"some"', 'scope must be one of: all, none'],
    ['scope', '["all"]', 'scope must be one of: all, none'],
    ['scope', '"all', 'scope must be valid JSON'],
    ['scope', '"all" "none"', 'scope must be valid JSON'],
    ['count', '"5"', 'count must be an integer'],
    ['count', '5.0', 'count must be an integer'],
    ['count', '5e0', 'count must be an integer'],
    ['count', 'true', 'count must be an integer'],
    ['count', 'null', 'count must be an integer'],
    ['count', '', 'count must be an integer'],
    ['count', '+5', 'count must be an integer'],
    ['count', '05', 'count must be an integer'],
    ['count', '0x5', 'count must be an integer'],
    ['count', '[5]', 'count must be an integer'],
    ['count', '-2', 'count must be at least -1'],
    ['count', '11', 'count must be at most 10'],
    ['policy', '3', 'policy must be one of: 1, 2, 4'],
    ['any', '9007199254740992', 'any must be an integer'],
    ['any', '9'.repeat(5000), 'any must be an integer'],
    ['stream_id', '2147483648', 'stream_id must be at most 2147483647'],
    ['stream_id', '-1', 'stream_id must be at least 0'],
    ['muted', '1', 'muted must be true or false'],
    ['muted', 'True', 'muted must be true or false'],
    ['muted', '"true"', 'muted must be true or false'],
    ['muted', '', 'muted must be true or false'],
    ['numbers', '1', 'numbers must be a list'],
    ['numbers', '1,2', 'numbers must be valid JSON'],
    ['numbers', '', 'numbers must be valid JSON'],
    ['numbers', '[1,]', 'numbers must be valid JSON'],
    ['numbers', '{"0": 1}', 'numbers must be a list'],
    ['numbers', '[1, "2"]', 'numbers[1] must be an integer'],
    ['numbers', '[1.0]', 'numbers must contain whole numbers only'],
    ['numbers', '[9007199254740993]', 'numbers contains a number that is too large'],
    ['numbers', '[NaN]', 'numbers must be valid JSON'],
    ['ids', '[]', 'ids must have at least 1 items'],
    ['ids', '[1, 2, 3, 4]', 'ids must have at most 3 items'],
    ['ids', '[1, -2]', 'ids[1] must be at least 0'],
    ['words', '["abcd"]', 'words[0] is too long (at most 3 characters)'],
    ['words', '[1]', 'words[0] must be a string'],
    ['narrow', '[1]', 'narrow[0] must be an object'],
    ['narrow', '[{"operator": 1}]', 'narrow[0]["operator"] must be a string'],
    ['narrow', '[{"operator": "is"}, {}]', 'narrow[1]["operator"] is required'],
    ['narrow', '[{"operator": "is", "weight": true}]', 'narrow[0]["weight"] must be an integer'],
    ['narrow', '[{"operator": "is"}, null]', 'narrow[1] must be an object'],
    ['narrow', '[[{"operator": "is"}]]', 'narrow[0] must be an object'],
    ['narrow', '[{"operator": {"constructor": 1}}]', 'narrow[0]["operator"] must be a string'],
    ['narrow', '[{"weight": true, "operator": 1}]', 'narrow[0]["operator"] must be a string'],
    ['term', '[]', 'term must be an object'],
    ['term', 'null', 'term must be an object'],
    ['term', '{"__proto__": {"operator": "is"}}', 'term has an unexpected key "__proto__"'],
    ['term', '{"operator": "is", "constructor": 1}', 'term has an unexpected key "constructor"'],
    ['narrow', '[{"operator": "is"}, {"more": 1}]', 'narrow[1] has an unexpected key "more"'],
    ['seven', '8', 'seven must be seven'],
    ['anything', `${'['.repeat(65)}${']'.repeat(65)}`, 'anything is nested too deeply'],
    ['anything', '{"a":'.repeat(100_000), 'anything is nested too deeply'],
    ['anything', '"\\u0000"', 'anything must not contain the NUL character'],
    ['anything', '[{"a": ["\\u0000"]}]', 'anything must not contain the NUL character'],
    ['anything', '{"\\u0000": 1}', 'anything must not contain the NUL character'],
    ['anything', '"\\ud83d"', 'anything must not contain half of a surrogate pair'],
    ['anything', '"\\ude00\\ud83d"', 'anything must not contain half of a surrogate pair'],
    ['anything', '"\\ud83dx"', 'anything must not contain half of a surrogate pair'],
    ['anything', '"\\uzzzz"', 'anything must be valid JSON'],
    ['anything', '"unfinished', 'anything must be valid JSON'],
    ['to', '["a", null]', 'to[1] must be a string or an integer'],
    ['to', '["\\u0000"]', 'to must not contain the NUL character'],
  ])('%s=%.40s', (name, text, message) => {
    const error = refusalOf({ [name]: text });
    expect([error.status, error.code, error.message]).toEqual([400, 'BAD_REQUEST', message]);
  });
});

describe('the parameters of a class', () => {
  class First {
    @Text() needed!: string;
    @Integer() number!: number;
  }
  class Second extends First {
    @Text({ aliases: ['mail'] }) @IsEmail() email!: string;
    @Text({ optional: true })
    @Matches(/^[a-z]+$/, { message: 'color must be lower case' })
    color?: string;
  }

  it('reports the first that is wrong, in the order of their declaration', () => {
    expect(refusalOf({}, Second)).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      data: { var_name: 'needed' },
    });
    expect(refusalOf({ needed: 'x', number: 'y' }, Second).message).toBe(
      'number must be an integer',
    );
  });

  it('may have rules of class-validator, which leave absent values alone', () => {
    const rest = { needed: 'x', number: '1' };
    expect(read({ ...rest, email: 'a@example.com' }, Second)['color']).toBeUndefined();
    expect(refusalOf({ ...rest, email: 'a' }, Second).message).toBe('email must be an email');
    expect(refusalOf({ ...rest, email: 'a@example.com', color: 'RED' }, Second).message).toBe(
      'color must be lower case',
    );
  });

  it('have their rules looked up once, however many objects a list contains', () => {
    class Item {
      @Integer() id!: number;
    }
    class Items {
      @JsonValue({ listOf: Item }) items!: Item[];
    }
    const lookUp = jest.spyOn(getMetadataStorage(), 'getTargetValidationMetadatas');
    const items = Array.from({ length: 10_000 }, (_, id) => ({ id }));
    expect(read({ items: JSON.stringify(items) }, Items)).toEqual({ items });
    expect(lookUp).toHaveBeenCalledTimes(2);
    const wrong = JSON.stringify([...items, { id: 'x' }]);
    expect(refusalOf({ items: wrong }, Items).message).toBe(
      'items[10000]["id"] must be an integer',
    );
    expect(lookUp.mock.calls.length).toBeLessThan(5);
    lookUp.mockRestore();
  });

  it('refuses two spellings of one parameter', () => {
    expect(refusalOf({ topic: 'a', subject: 'b' })).toMatchObject({
      code: 'REQUEST_CONFUSING_VAR',
      data: { var_name1: 'topic', var_name2: 'subject' },
    });
    expect(refusalOf({ title: 'a', subject: 'b' })).toMatchObject({
      data: { var_name1: 'subject', var_name2: 'title' },
    });
    expect(read({ subject: 'a' })['topic']).toBe('a');
  });

  it('come from the form before the query', () => {
    const form: Fields = new Map([['needed', 'form']]);
    const query: Fields = new Map([
      ['needed', 'query'],
      ['number', '2'],
    ]);
    expect(readParameters(First, form, query)).toEqual({ needed: 'form', number: 2 });
  });

  it('can be listed', () => {
    expect(parametersOf(Second)).toEqual([
      { name: 'needed', required: true, json: false, nullIsAbsent: false, aliases: [] },
      { name: 'number', required: true, json: true, nullIsAbsent: false, aliases: [] },
      { name: 'email', required: true, json: false, nullIsAbsent: false, aliases: ['mail'] },
      { name: 'color', required: false, json: false, nullIsAbsent: false, aliases: [] },
    ]);
  });
});

describe('form decoding', () => {
  const decode = (text: string): Record<string, string> =>
    Object.fromEntries(decodeForm(Buffer.from(text)));

  it('splits, unescapes and lets the last value count', () => {
    expect(decode('a=1&b=x+y%20z&&c&=empty&d=1=2&a=2&%C3%A9=%F0%9F%91%8D')).toEqual({
      a: '2',
      b: 'x y z',
      c: '',
      '': 'empty',
      d: '1=2',
      é: '👍',
    });
  });

  it('takes raw UTF-8 in a body and in a query string', () => {
    expect(decode('a=é👍')).toEqual({ a: 'é👍' });
    expect(decodeQuery(Buffer.from('a=é').toString('latin1')).get('a')).toBe('é');
  });

  it.each(['a=%', 'a=%4', 'a=%zz', 'a=%FF', 'a=%C3', 'a=%ED%A0%80', 'a=%00', '%00=a', 'a=\0'])(
    'refuses %j',
    (text) => {
      expect(() => decode(text)).toThrow(ApiError);
      expect(() => decodeQuery(text)).toThrow(ApiError);
    },
  );

  it('refuses bytes that are not UTF-8', () => {
    expect(() => decodeForm(Buffer.from([0x61, 0x3d, 0xff]))).toThrow('not valid UTF-8');
    expect(() => decodeQuery('a=\xff')).toThrow('not valid UTF-8');
  });

  it('refuses more than a thousand parameters', () => {
    const many = (count: number): string =>
      Array.from({ length: count }, (_, i) => `p${i}=1`).join('&');
    expect(Object.keys(decode(many(1000)))).toHaveLength(1000);
    expect(() => decode(many(1001))).toThrow('too many parameters');
  });
});
