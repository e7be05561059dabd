// What the log contains of a report that a browser sends about a violated Content-Security-Policy. URLs are
// cut to their origin, since those of pages can contain tokens, and no other text of the report is logged.
import { isObject } from './parameters/json-object.js';

export interface LoggedCspReport {
  page: string;
  directive: string;
  blocked: string;
  source: string;
}

const LONGEST_TEXT = 200;

/** Reads both forms, `{"csp-report": {…}}` and that of the Reporting API, `[{"body": {…}}]`. */
export function loggedCspReport(report: unknown): LoggedCspReport | undefined {
  const [first] = Array.isArray(report) ? (report as unknown[]) : [report];
  if (!isObject(first)) return undefined;
  const body = first['csp-report'] ?? first['body'];
  if (!isObject(body)) return undefined;
  const read = (...names: string[]): string => {
    const value = names.map((name) => body[name]).find((one) => typeof one === 'string');
    return typeof value === 'string' ? value : '';
  };
  return {
    page: origin(read('document-uri', 'documentURL')),
    directive: word(read('effective-directive', 'effectiveDirective', 'violated-directive')),
    blocked: origin(read('blocked-uri', 'blockedURL')),
    source: origin(read('source-file', 'sourceFile')),
  };
}

/** The origin of a URL, the scheme of one without origin; a keyword such as `inline` unchanged. */
function origin(text: string): string {
  if (!URL.canParse(text)) return word(text);
  const url = new URL(text);
  return word(url.origin === 'null' ? url.protocol : url.origin);
}

function word(text: string): string {
  return /^[\w.:/[\]-]*/.exec(text)![0].slice(0, LONGEST_TEXT);
}
