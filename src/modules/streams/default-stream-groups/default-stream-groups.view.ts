import type { Schema } from '#platform/http/contract.js';
import type { DefaultStreamGroup } from './default-stream-groups.repository.js';

export function defaultStreamGroupView(group: DefaultStreamGroup): Schema<'DefaultChannelGroup'> {
  const { id, name, description, streamIds } = group;
  return { id, name, description, streams: streamIds };
}
