import { expect, test } from '@jest/globals';
import { LANGUAGES } from './languages.js';

test('each language is named in the language itself', () => {
  expect(LANGUAGES.get('de')).toBe('Deutsch');
  expect(LANGUAGES.get('fr')).toBe('Français');
  expect(LANGUAGES.get('en')).toBe('English');
  expect([...LANGUAGES].filter(([code, name]) => name.toLowerCase() === code)).toEqual([]);
});
