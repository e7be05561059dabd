// The environment of servers that tests start as processes of their own, which create an organization.
import { Client } from './client.js';

export const HOST = 'parley.test';
export const SECRET_KEY = 'a key that protects nothing but tests';

/** The owner of the organization. */
export const OWNER = { email: 'owner@example.com', password: 'correct horse battery' };

export const ENVIRONMENT = {
  EXTERNAL_URL: `http://${HOST}`,
  SECRET_KEY,
  OWNER_EMAIL: OWNER.email,
  OWNER_PASSWORD: OWNER.password,
};

/** Returns a client of the owner at the server with this port. */
export async function logInOwner(port: number): Promise<Client> {
  const anonymous = new Client(port, HOST);
  const { api_key: apiKey } = await anonymous.expect('POST', 'fetch_api_key', {
    username: OWNER.email,
    password: OWNER.password,
  });
  return anonymous.as({ email: OWNER.email, apiKey: apiKey as string });
}
