// A bot that answers mentions and direct messages. URL, email and API key come from the environment:
// PARLEY_URL, PARLEY_EMAIL, PARLEY_API_KEY.
import { ApiFailure, ParleyClient } from 'parley-client';

const { PARLEY_URL: url = '', PARLEY_EMAIL: email = '', PARLEY_API_KEY: apiKey = '' } = process.env;
const client = new ParleyClient({ url, email, apiKey }, { name: 'EchoBot/1.0' });
const bot = await client.listen({ eventTypes: ['message'] }).catch((error: unknown) => {
  if (!(error instanceof ApiFailure)) throw error;
  process.stderr.write(`The server refused the bot: ${error.message}\n`);
  process.exit(1);
});
process.once('SIGTERM', () => void bot.close());
process.stdout.write('The bot is listening.\n');

for await (const event of bot.events()) {
  if (event.type !== 'message' || event.message.sender_id === bot.userId) continue;
  const isForMe = event.message.type === 'private' || event.flags.includes('mentioned');
  if (isForMe) await bot.reply(event.message, `You said: ${event.message.content}`);
}
