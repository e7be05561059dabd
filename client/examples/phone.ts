// A phone without audio. It calls the user PARLEY_CALL or, without this variable, answers every call; then it mutes
// itself and hangs up after ten seconds. URL, email and API key come from PARLEY_URL, PARLEY_EMAIL and PARLEY_API_KEY.
import { ParleyClient } from 'parley-client';

const { PARLEY_URL: url = '', PARLEY_EMAIL: email = '', PARLEY_API_KEY: apiKey = '' } = process.env;
const callee = Number(process.env['PARLEY_CALL'] ?? 0);
const client = new ParleyClient({ url, email, apiKey }, { name: 'SamplePhone/1.0' });
const phone = client.calls({ deviceInstanceId: 'sample-phone', surface: 'console' });
const events = await client.listen({ eventTypes: ['call'] });
process.once('SIGTERM', () => void events.close());
if (callee > 0) await phone.start({ kind: 'dm', dmUserIds: [callee] });
process.stdout.write('The phone is ready.\n');

for await (const event of events.events()) {
  if (event.type !== 'call') continue;
  const { callId, state, endReason, participants } = event.call;
  process.stdout.write(`${callId} is ${state} ${endReason ?? ''}\n`);
  const self = participants.find(({ userId }) => userId === events.userId);
  if (state === 'ended' || self?.state !== 'ringing') continue;
  await phone.answer(callId);
  await phone.mute(callId, true);
  setTimeout(() => {
    phone.hangUp(callId).catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }, 10_000);
}
