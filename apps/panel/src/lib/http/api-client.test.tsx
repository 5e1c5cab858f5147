import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { authenticatePurchase, upsertCustomer } from '@postern/contract/purchase';
import { signIn } from '@postern/contract/sign-in';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeApi, noConnection, refusal } from '../../testing/fake-api.ts';
import { aBundle, aLogin } from '../../testing/samples.ts';
import { startTexts, text } from '../i18n/texts.ts';
import { clearSession, saveLogin } from '../session/session-store.ts';
import { call, handleUnauthenticated } from './api-client.ts';
import { ApiError, fieldCodes } from './api-error.ts';
import { errorText } from './error-text.ts';

const EMPTY_LIST = { accounts: [], nextCursor: null, total: 0 };
const ADDRESS = { email: 'a@b.test', name: 'A', companyAddress: 'S', city: 'C', country: 'DE' };
let api: FakeApi;
let unauthenticated = 0;

beforeEach(() => {
  api = new FakeApi({});
  unauthenticated = 0;
  handleUnauthenticated(() => {
    unauthenticated += 1;
  });
});
afterEach(() => {
  api.restore();
  clearSession();
});

const failureOf = async (work: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('the call ended in no ApiError');
  return error;
};

test('a call of a session says who calls, with what and about which bundle [ENT-12]', async () => {
  api.use({ listMailboxes: () => EMPTY_LIST });
  saveLogin(aLogin());
  await call(listMailboxes, { q: 'ada' });
  const [sent] = api.callsOf('listMailboxes');
  expect(sent?.input).toEqual({ bundleId: aBundle().bundleId, q: 'ada' });
  expect(sent?.headers.get('Authorization')).toBe('Bearer token-of-ada');
  expect(sent?.headers.get('X-Auth')).toBe('controlPanel');
  expect(sent?.headers.get('X-User-Agent')).toMatch(
    /^client=controlPanel; os=\w+; version=[\d.]+; locale=\S+; browser=Chrome \d+$/,
  );
});

test('an open call sends no token, and every write has its own key unless one is given [ENT-12]', async () => {
  api.use({ signIn: () => aLogin() });
  saveLogin(aLogin());
  await call(signIn, { email: 'a@b.test', password: 'x' });
  await call(signIn, { email: 'a@b.test', password: 'x' });
  await call(signIn, { email: 'a@b.test', password: 'x' }, { idempotencyKey: 'mine' });
  const sent = api.callsOf('signIn').map(({ headers }) => headers);
  expect(sent.map((headers) => headers.get('Authorization'))).toEqual([null, null, null]);
  const [first, second, third] = sent.map((headers) => headers.get('Idempotency-Key'));
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(second).not.toBe(first);
  expect(third).toBe('mine');
});

test('a purchase is authorised by its own token [ENT-12]', async () => {
  api.use({ upsertCustomer: () => ({ customerId: '00000000-0000-4000-8000-000000000001' }) });
  await call(upsertCustomer, { billingAddress: ADDRESS }, { token: 'purchase-token' });
  expect(api.callsOf('upsertCustomer')[0]?.headers.get('Authorization')).toBe('Bearer purchase-token');
});

test('a refusal keeps its code, attributes, sentence and wait [ENT-12]', async () => {
  api.use({
    createMailbox: () => {
      throw refusal('TOO_MANY_ATTEMPTS', { desc: 'Wait.', attrs: { limit: 10 }, retryAfterSeconds: 90 });
    },
  });
  const error = await failureOf(call(createMailbox, { email: 'a@b.test', password: 'x' }));
  expect(error).toMatchObject({
    kind: 'refused',
    status: 429,
    code: 'TOO_MANY_ATTEMPTS',
    desc: 'Wait.',
    attrs: { limit: 10 },
    retryAfterSeconds: 90,
  });
  expect(unauthenticated).toBe(0);
});

test('refused fields are read by their paths [ENT-12]', async () => {
  api.use({
    createMailbox: () => {
      throw refusal('VALIDATION_FAILED', {
        attrs: { fields: [{ path: 'password', code: 'TOO_COMMON', message: '' }] },
      });
    },
  });
  expect(fieldCodes(await failureOf(call(createMailbox, { email: 'a@b.test', password: 'x' })))).toEqual({
    password: 'TOO_COMMON',
  });
});

test('a 401 of a session call is handled in one place; wrong credentials do not count as one [ENT-12]', async () => {
  api.use({
    listMailboxes: () => {
      throw refusal('UNAUTHENTICATED');
    },
    signIn: () => {
      throw refusal('INVALID_CREDENTIALS');
    },
    authenticatePurchase: () => {
      throw refusal('INVALID_JWT');
    },
  });
  await failureOf(call(signIn, { email: 'a@b.test', password: 'x' }));
  await failureOf(call(authenticatePurchase, { jwt: 'x', partnerId: 54 }));
  expect(unauthenticated).toBe(0);
  await failureOf(call(listMailboxes, {}));
  expect(unauthenticated).toBe(1);
});

test('no answer, an answer of the wrong shape and an answer that is not JSON are different errors [ENT-12]', async () => {
  api.use({
    listMailboxes: () => {
      throw noConnection();
    },
  });
  expect((await failureOf(call(listMailboxes, {}))).kind).toBe('network');
  api.restore();
  const real = globalThis.fetch;
  globalThis.fetch = async () => Response.json({ accounts: 'none' });
  expect((await failureOf(call(listMailboxes, {}))).kind).toBe('unreadable');
  globalThis.fetch = async () => new Response('<html>Bad gateway</html>', { status: 502 });
  expect(await failureOf(call(listMailboxes, {}))).toMatchObject({ kind: 'unreadable', status: 502, code: null });
  globalThis.fetch = real;
});

test('a refusal with an unknown code is still a refusal, with a general text [ENT-12] [BRD-03]', async () => {
  await startTexts('entry');
  api.restore();
  const real = globalThis.fetch;
  const headers = { 'Content-Type': 'application/problem+json' };
  globalThis.fetch = async () => new Response('{"code":"NEWER_THING"}', { status: 409, headers });
  const failure = await failureOf(call(listMailboxes, {}));
  globalThis.fetch = real;
  expect(failure).toMatchObject({ kind: 'refused', status: 409 });
  expect(errorText(failure, text)).toMatch(/^Something went wrong/);
});

test('a call that its screen aborts is not a failure of the server [ENT-12]', async () => {
  api.use({ listMailboxes: () => new Promise(() => {}) });
  const aborter = new AbortController();
  aborter.abort();
  await expect(call(listMailboxes, {}, { signal: aborter.signal })).rejects.toMatchObject({ name: 'AbortError' });
});
