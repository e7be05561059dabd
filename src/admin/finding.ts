// The result of one check of `doctor`.
export interface Finding {
  status: 'ok' | 'warn' | 'FAIL';
  subject: string;
  finding: string;
}

export function ok(subject: string, finding: string): Finding {
  return { status: 'ok', subject, finding };
}

export function warn(subject: string, finding: string): Finding {
  return { status: 'warn', subject, finding };
}

export function fail(subject: string, finding: string): Finding {
  return { status: 'FAIL', subject, finding };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
