// Checks whether the stored API keys were encrypted with the SECRET_KEY of this process. With another
// one, only endpoints that return an API key fail, such as `POST /fetch_api_key`.
import type { DataSource } from 'typeorm';
import type { Config } from '#config/config.js';
import { SecretBox } from '#platform/crypto.js';

/** Returns undefined while there are no accounts. */
export async function canOpenKeys(
  database: DataSource,
  config: Config,
): Promise<boolean | undefined> {
  // The oldest and the newest account: after a change of SECRET_KEY, it fits only one of them.
  const accounts = await database.query<{ sealed: Buffer }[]>(
    `(SELECT api_key_sealed AS sealed FROM users ORDER BY id LIMIT 1)
     UNION ALL (SELECT api_key_sealed FROM users ORDER BY id DESC LIMIT 1)`,
  );
  if (accounts.length === 0) return undefined;
  const box = new SecretBox(config);
  try {
    for (const { sealed } of accounts) box.open(sealed);
    return true;
  } catch {
    return false;
  }
}
