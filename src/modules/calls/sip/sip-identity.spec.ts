import { describe, expect, it } from '@jest/globals';
import { isIdentity, parseScope, sipIdentity } from './sip-identity.js';

describe('a SIP identity', () => {
  it.each([
    'sip:7@sip.example.com',
    'sips:7@sip.example.com',
    '7@sip.example.com',
    'SIP:7@SIP.Example.com',
  ])('may be written as %s', (text) => {
    expect(isIdentity(text, 7, 'sip.example.com')).toBe(true);
  });

  it.each([
    '',
    '7',
    'sip:8@sip.example.com',
    'sip:07@sip.example.com',
    'sip:7@example.com',
    'sip:7@sip.example.com:5060',
    'sip:7@sip.example.com;transport=tls',
    'tel:7@sip.example.com',
    'sip:sip:7@sip.example.com',
    ' sip:7@sip.example.com',
  ])('of another account is not %p', (text) => {
    expect(isIdentity(text, 7, 'sip.example.com')).toBe(false);
  });

  it('consists of user id and domain', () => {
    expect(sipIdentity(7, 'sip.example.com')).toBe('sip:7@sip.example.com');
  });
});

describe('scopes', () => {
  it('are separated by spaces, in any order', () => {
    expect(parseScope('turn  sip.call')).toEqual(['sip.call', 'turn']);
    expect(parseScope('turn turn')).toEqual(['turn']);
  });

  it.each(['', ' ', 'sip', 'sip.register,turn', 'TURN', 'turn other'])('are not %p', (text) => {
    expect(parseScope(text)).toBeUndefined();
  });
});
