import { expect, test } from '@jest/globals';
import { LANGUAGES } from './languages.js';

test('languages have the names that their speakers give them', () => {
  expect(LANGUAGES.get('de')).toBe('Deutsch');
  expect(LANGUAGES.get('fr')).toBe('Français');
  expect(LANGUAGES.get('en')).toBe('English');
  expect([...LANGUAGES].filter(([code, name]) => name.toLowerCase() === code)).toEqual([]);
});
