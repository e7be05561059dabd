import { describe, expect, it } from '@jest/globals';
import { realmHost, realmUrl, stringIdOfHost } from './realm-address.js';

const server = new URL('https://chat.example.com:8443');

describe('the URL of a realm', () => {
  it('is that of the server for the root realm', () => {
    expect(realmUrl(server, '')).toBe('https://chat.example.com:8443');
    expect(realmHost(server, '')).toBe('chat.example.com');
  });

  it('has a subdomain of the server for any other realm', () => {
    expect(realmUrl(server, 'lab')).toBe('https://lab.chat.example.com:8443');
    expect(realmHost(server, 'lab')).toBe('lab.chat.example.com');
  });
});

describe('stringIdOfHost', () => {
  it('returns the subdomain of the server', () => {
    expect(stringIdOfHost(server, 'lab.chat.example.com')).toBe('lab');
    expect(stringIdOfHost(server, 'a.b.chat.example.com')).toBe('a.b');
  });

  it.each(['chat.example.com', '127.0.0.1', 'localhost', 'other.example.com', ''])(
    'maps %p to the root realm',
    (host) => {
      expect(stringIdOfHost(server, host)).toBe('');
    },
  );
});
