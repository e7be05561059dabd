import type { Schema } from '#platform/http/contract.js';
import type { NavigationViewEntity } from './navigation-view.entity.js';

type ShownColumns = Pick<NavigationViewEntity, 'fragment' | 'isPinned' | 'name'>;

export function navigationView({
  fragment,
  isPinned,
  name,
}: ShownColumns): Schema<'NavigationView'> {
  return { fragment, is_pinned: isPinned, ...(name === null ? {} : { name }) };
}
