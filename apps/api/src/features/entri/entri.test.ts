import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { entriTokens } from '@postern/adapter-dns/entri-tokens';
import { makeEntriToken } from '@postern/contract/entri';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entriOf as read } from '../../config/entri-config.ts';
import { type Environment, type Mode, readSettings } from '../../config/setting-values.ts';
import { aCustomerWithDomain } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';

let app: TestApp;
let service: Server;
let answer: { status: number; body: string };
const asked: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ webhooks: false });
  service = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push(`${request.method} ${request.url} ${body}`);
      response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => service.close(resolve));
  await app.stop();
});

test("an Entri token needs the operator's account and the right to change the domain, and the secret is in no log [VER-03]", async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  expect(await app.refusal(makeEntriToken, {}, { token })).toBe('NOT_FOUND');
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/token`;
  app.deps.entri = entriTokens({ url, applicationId: 'harbour', secret: 'very-secret-word' });
  answer = { status: 200, body: '{"auth_token":"eyJ.short.lived"}' };
  expect(await app.must(makeEntriToken, {}, { token })).toEqual({ auth_token: 'eyJ.short.lived' });
  expect(asked).toEqual(['POST /token {"applicationId":"harbour","secret":"very-secret-word"}']);
  const member = await aSessionAs(app, customer, { role: 'accountAdmin', email: `m@${customer.domain}` });
  expect(await app.refusal(makeEntriToken, {}, { token: member })).toBe('NOT_AUTHORIZED');
  for (const bad of [
    { status: 403, body: '{"auth_token":"x"}' },
    { status: 200, body: 'very-secret-word' },
    { status: 200, body: '{"auth_token":7}' },
  ]) {
    answer = bad;
    expect(await app.refusal(makeEntriToken, {}, { token })).toBe('EXTERNAL_ERROR');
  }
  expect(app.logged()).not.toContain('very-secret-word');
});

const entriOf = (env: Environment, mode: Mode) => readSettings({ ...env, POSTERN_MODE: mode }, read);

test('incomplete settings stop the start, and in production the secret is only sent over https [VER-03]', () => {
  expect(entriOf({}, 'production')).toBeNull();
  expect(() => entriOf({ POSTERN_ENTRI_SECRET: 'x' }, 'production')).toThrow('both be set');
  const whole = { POSTERN_ENTRI_APPLICATION_ID: 'harbour', POSTERN_ENTRI_SECRET: 'x' };
  expect(entriOf(whole, 'production')).toMatchObject({ url: 'https://api.goentri.com/token' });
  const plain = { ...whole, POSTERN_ENTRI_URL: 'http://127.0.0.1:1/token' };
  expect(() => entriOf(plain, 'production')).toThrow('https://');
  expect(entriOf(plain, 'evaluation')?.url).toBe('http://127.0.0.1:1/token');
});
