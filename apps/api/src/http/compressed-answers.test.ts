import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { followChanges } from '@postern/contract/live';
import type { Operation } from '@postern/contract/operation';
import { readTaxDetails } from '@postern/contract/plans';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { aCustomerWithDomain } from '../testing/builders.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { compressing } from './compressed-answers.ts';

const app = useTestApp({ webhooks: false });
let token: string;
beforeAll(async () => {
  ({ token } = await aCustomerWithDomain(app));
});

const answerTo = async ({ method, path }: Pick<Operation, 'method' | 'path'>, encoding: string) => {
  const stop = new AbortController();
  const headers = { 'x-auth': 'controlPanel', authorization: `Bearer ${token}`, 'accept-encoding': encoding };
  const response = await fetch(app.baseUrl + path, { method, headers, signal: stop.signal });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const text = isStream ? '' : await response.text();
  stop.abort();
  return { encoding: response.headers.get('content-encoding'), vary: response.headers.get('vary'), text };
};

test('a long answer is sent compressed as the browser accepts it, and a stream of events never [API-01]', async () => {
  const plain = await answerTo(readTaxDetails, 'identity');
  expect(plain.text.length).toBeGreaterThan(1024);
  expect(plain).toMatchObject({ encoding: null, vary: 'accept-encoding' });
  for (const [accepted, encoding] of Object.entries({ 'gzip, deflate, br': 'br', 'gzip, br;q=0': 'gzip' }))
    expect(await answerTo(readTaxDetails, accepted)).toEqual({ ...plain, encoding });
  expect((await answerTo(followChanges, 'br')).encoding).toBeNull();
});

/** Fields that sound like a secret, and why they are none: where an operation has such a field, it is in the list of exceptions or here. */
const NO_SECRETS: Record<string, string[]> = {
  'what a refusal, a country or a check is called': [
    'code',
    'countryCode',
    'declineCode',
    'zipCode',
    'hasPassword',
    'recoveryCodesLeft',
  ],
  'what everybody may know': [
    'urls',
    'controlPanelLogoUrl',
    'controlPanelLogoDarkUrl',
    'dnsRecordSetupUrl',
    'publicKey',
    'publishableKey',
    'keyTag',
  ],
  'a code of the shop, which opens nothing': ['discountCode', 'displayCode'],
  'an address that asks for the session': ['pdfUrl', 'xmlUrl'],
  'a list or an object of them, whose own fields are looked at': ['key', 'keys', 'appPasswords'],
};
const SOUNDS_SECRET = /token|secret|passw|code|link|url|jwt|session|key|challenge/i;

function* fieldsIn(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  if (!Array.isArray(schema) && 'properties' in schema) yield* Object.keys(schema.properties as object);
  for (const part of Object.values(schema)) yield* fieldsIn(part);
}

test('exactly the operations whose answer has a field for a secret are not compressed [ENT-12]', () => {
  const harmless = new Set(Object.values(NO_SECRETS).flat());
  const withSecrets = ALL_OPERATIONS.filter(({ output }) =>
    [...fieldsIn(z.toJSONSchema(output, { io: 'input', unrepresentable: 'any' }))].some(
      (field) => SOUNDS_SECRET.test(field) && !harmless.has(field),
    ),
  );
  const sentPlain = ALL_OPERATIONS.filter((operation) => !('onSend' in compressing(operation)));
  expect(sentPlain.map(({ id }) => id).sort()).toEqual(withSecrets.map(({ id }) => id).sort());
});
