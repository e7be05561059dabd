// Transfer of the API key to an app after a login in a browser, by a URL that the operating system passes
// to the app. Other apps can register for such URLs, so the API key is encrypted with a one-time key that
// only the app that began the login has.

const ONE_TIME_KEY = /^[0-9a-f]{64}$/i;

/** Whether this is 32 bytes in hexadecimal digits. */
export function isOneTimeKey(text: string): boolean {
  return ONE_TIME_KEY.test(text);
}

/** Returns hexadecimal digits. An API key has as many bytes as a one-time key. */
export function encryptApiKey(apiKey: string, oneTimeKey: string): string {
  const pad = Buffer.from(oneTimeKey, 'hex');
  const key = Buffer.from(apiKey, 'ascii');
  if (key.length !== pad.length)
    throw new Error('The one-time key and the API key differ in length');
  return Buffer.from(key.map((byte, i) => byte ^ pad[i]!)).toString('hex');
}
