// Finds the integrations in the folders beside this file and imports them.
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Integration } from '#modules/integrations/toolkit';

const DIRECTORY = new URL('./', import.meta.url);
const MODULE = /\.integration\.[jt]s$/;

/** By name, in alphabetical order. Throws if the name of an integration differs from that of its folder. */
export async function loadIntegrations(): Promise<ReadonlyMap<string, Integration>> {
  const entries = await readdir(DIRECTORY, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const integrations = await Promise.all(names.toSorted().map(loadIntegration));
  return new Map(
    integrations.filter((found) => found !== undefined).map((found) => [found.name, found]),
  );
}

/** Undefined for a folder without an integration, which may remain in a build after an integration was removed. */
async function loadIntegration(folder: string): Promise<Integration | undefined> {
  const directory = new URL(`${folder}/`, DIRECTORY);
  const file = (await readdir(fileURLToPath(directory))).find((name) => MODULE.test(name));
  if (file === undefined) return undefined;
  const { integration } = (await import(new URL(file, directory).href)) as {
    integration: Integration;
  };
  if (integration.name !== folder) {
    throw new Error(`The integration in the folder "${folder}" has the name "${integration.name}"`);
  }
  return integration;
}
