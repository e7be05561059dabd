import { expect, test } from '@jest/globals';
import { checkedUrl, uploadPath, withoutOwnHost } from './urls.js';

test.each([
  ['https://a.com/x%20y', 'https://a.com/x%20y'],
  ['HTTP://a.com', 'HTTP://a.com'],
  ['mailto:a@b.com', 'mailto:a@b.com'],
  ['a@b.com', 'mailto:a@b.com'],
  ['a.com/b', 'http://a.com/b'],
  ['a.com:8080/b', 'http://a.com:8080/b'],
  ['localhost:8080', 'http://localhost:8080'],
  ['//a.com', 'https://a.com'],
  ['/#narrow/x', '/#narrow/x'],
  ['user_uploads/1/ab/x.png', '/user_uploads/1/ab/x.png'],
  ['https://a.com/"x" <y>\\z', 'https://a.com/%22x%22%20%3Cy%3E%5Cz'],
  ['https://a.com/\uD800', 'https://a.com/\uFFFD'],
])('%j is %j', (given, url) => {
  expect(checkedUrl(given)).toBe(url);
});

test.each([
  '',
  '  ',
  'javascript:alert(1)',
  ' JavaScript:x',
  'vbscript:x',
  'data:text/html,x',
  'file:///etc',
])('%j is forbidden', (given) => {
  expect(checkedUrl(given)).toBeUndefined();
});

test('schemes with characters that browsers skip are forbidden', () => {
  expect(checkedUrl('java\nscript:x')).toBe('http://java%0Ascript:x');
});

test('links into the organization are relative only where clients open them in place', () => {
  const own = 'https://chat.example.com';
  expect(withoutOwnHost(`${own}/#narrow/is/dm`, own)).toBe('#narrow/is/dm');
  expect(withoutOwnHost(`${own}/user_uploads/1/a`, own)).toBe('/user_uploads/1/a');
  expect(withoutOwnHost(`${own}/help`, own)).toBe(`${own}/help`);
  expect(withoutOwnHost('https://chat.example.community/#narrow', own)).toBe(
    'https://chat.example.community/#narrow',
  );
});

test('uploads are recognized by their path', () => {
  expect(uploadPath('/user_uploads/1/ab/x.png?raw')).toBe('1/ab/x.png');
  expect(uploadPath('/user_uploads/thumbnail/1/ab/x.png')).toBeUndefined();
  expect(uploadPath('https://other.example/user_uploads/1/ab/x.png')).toBeUndefined();
});
