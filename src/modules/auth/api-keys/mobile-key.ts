// How an app gets the API key at the end of a login in a browser: by an address that the system gives
// to the app. Another app could listen to such addresses as well, so the key in it is encrypted with a
// one-time key that only the app knows which began the login.

const ONE_TIME_KEY = /^[0-9a-f]{64}$/i;

/** Whether this is 32 bytes in hexadecimal digits. */
export function isOneTimeKey(text: string): boolean {
  return ONE_TIME_KEY.test(text);
}

/** In hexadecimal digits. An API key has as many bytes as a one-time key. */
export function encryptedKey(apiKey: string, oneTimeKey: string): string {
  const pad = Buffer.from(oneTimeKey, 'hex');
  const key = Buffer.from(apiKey, 'ascii');
  if (key.length !== pad.length) throw new Error('The one-time key does not fit the API key');
  return Buffer.from(key.map((byte, i) => byte ^ pad[i]!)).toString('hex');
}
