import type { Schema } from '#platform/http/contract.js';

export interface NavigationView {
  fragment: string;
  isPinned: boolean;
  /** Null for built-in views. */
  name: string | null;
}

export function navigationView(view: NavigationView): Schema<'NavigationView'> {
  const { fragment, isPinned, name } = view;
  return { fragment, is_pinned: isPinned, ...(name === null ? {} : { name }) };
}
