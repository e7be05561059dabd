/** What only the answer to clearing `read` tells: channels whose messages stay read. */
export function ignoredChannels(op: string, flag: string, streamIds: number[]): object {
  const isTold = op === 'remove' && flag === 'read';
  return isTold ? { ignored_because_not_subscribed_channels: streamIds } : {};
}
