import { describe, expect, it } from '@jest/globals';
import { loggedCspReport } from './csp-report.view.js';

describe('a logged report', () => {
  const expected = {
    page: 'https://chat.example.com',
    directive: 'script-src',
    blocked: 'https://other.example.com',
    source: '',
  };

  it('contains origins instead of URLs', () => {
    const report = {
      'document-uri': 'https://chat.example.com/join/a-token?key=secret',
      'effective-directive': 'script-src',
      'blocked-uri': 'https://other.example.com/a.js?key=secret',
      'script-sample': 'secret',
    };
    expect(loggedCspReport({ 'csp-report': report })).toEqual(expected);
  });

  it('has the same content in the form of the Reporting API', () => {
    const body = {
      documentURL: 'https://chat.example.com/join/a-token',
      effectiveDirective: 'script-src',
      blockedURL: 'https://other.example.com/a.js',
    };
    expect(loggedCspReport([{ type: 'csp-violation', body }])).toEqual(expected);
  });

  it.each([
    ['inline', 'inline'],
    ['data:text/html,secret', 'data:'],
    ['join/a-token\nanother line', 'join/a-token'],
    ['x'.repeat(1000), 'x'.repeat(200)],
    [5, ''],
  ])('shows a blocked %j as %j', (blocked, shown) => {
    expect(loggedCspReport({ 'csp-report': { 'blocked-uri': blocked } })?.blocked).toBe(shown);
  });

  it.each([null, 5, 'text', [], {}, { 'csp-report': [] }, [null]])('is none for %j', (report) => {
    expect(loggedCspReport(report)).toBeUndefined();
  });
});
