// Replaces the key that signs SIP access tokens.
import { SipSigningKeys } from '#modules/calls/sip';
import { withFeatures } from './features.js';
import type { Terminal } from './terminal.js';

export function rotateKeys(terminal: Terminal): Promise<void> {
  return withFeatures(terminal, async (features) => {
    terminal.printJson({ kid: await features(SipSigningKeys).rotate() });
    terminal.note('The former key remains published until the tokens that it signed have expired.');
  });
}
