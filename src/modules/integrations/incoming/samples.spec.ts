// Every integration of the catalogue turns its samples into the expected messages, and has a sample for each
// event that it declares.
import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { IntegrationCatalogue } from '#modules/integrations/catalogue';
import { hasEvents, type Integration, Payload } from '#modules/integrations/toolkit';
import { type Sample, sampleRequest, type SampleResult, trySample } from './sample.js';
import { readPayload } from './webhook-body.js';
import { webhookRequest } from './webhook-request.js';

const CATALOGUE = fileURLToPath(new URL('../catalogue/', import.meta.url));
const integrations = await new IntegrationCatalogue().all();

function samplesOf({ name }: Integration): [file: string, sample: Sample][] {
  const folder = `${CATALOGUE}${name}/samples/`;
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file, JSON.parse(readFileSync(folder + file, 'utf8')) as Sample]);
}

async function eventOf(integration: Integration, sample: Sample): Promise<string | undefined> {
  if (!hasEvents(integration)) return undefined;
  const { body, header } = sampleRequest(sample);
  const { value, text } = await readPayload(body, header('content-type'), integration);
  const request = webhookRequest({ header, query: (name) => sample.query?.[name] }, text);
  return integration.event(new Payload(value), request);
}

function contents(result: SampleResult): string {
  if ('unsupported' in result || 'response' in result) return '';
  return [result]
    .flat()
    .map(({ topic, content }) => `${topic}\n${content.join('\n')}`)
    .join('\n');
}

describe.each(integrations.map((integration) => [integration.name, integration] as const))(
  '%s',
  (_name, integration) => {
    const samples = samplesOf(integration);

    it.each(samples)('turns %s into the expected messages', async (_file, sample) => {
      const result = await trySample(integration, sample);
      expect(result).toEqual(sample.expected);
      expect(contents(result)).not.toMatch(/\bundefined\b|\[object |\bNaN\b/);
    });

    it('has a sample for each of its events', async () => {
      const shown = new Set<string | undefined>();
      for (const [, sample] of samples) shown.add(await eventOf(integration, sample));
      const declared = hasEvents(integration) ? Object.keys(integration.events) : [undefined];
      expect(declared.filter((event) => !shown.has(event))).toEqual([]);
    });

    it('has a signed sample if the third party signs', () => {
      const { signature } = integration;
      const signed = samples.filter(([, { query }]) => query?.['webhook_secret'] !== undefined);
      if (signature) expect(signed).not.toEqual([]);
      for (const [, sample] of signed) {
        const { body, header } = sampleRequest(sample);
        const payload = new Payload(sample.body ?? sample.form);
        const url = sample.query!['url'] ?? 'https://chat.example.com/api/v1/external/sample';
        const request = { body, header, payload, url };
        expect(signature?.(request, sample.query!['webhook_secret']!)).toBe(true);
        expect(signature?.(request, 'another secret')).toBe(false);
      }
    });

    it('describes itself', () => {
      const { displayName, summary, setup } = integration;
      expect(displayName).not.toBe('');
      expect(summary).toMatch(/^\p{Lu}.*\.$/u);
      expect(setup.length).toBeGreaterThan(0);
      for (const step of setup) expect(step).toMatch(/\.$/);
    });
  },
);
