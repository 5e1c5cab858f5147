import { type FakeVies, startFakeVies } from '@postern/testkit/fake-vies';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vies } from './vies.ts';

let fake: FakeVies;
beforeAll(async () => {
  fake = await startFakeVies();
});
afterAll(() => fake[Symbol.asyncDispose]());

const check = (requester: string | null = 'IE6388047V') =>
  vies({ url: `${fake.url}/`, timeoutMillis: 500 }).check({ number: 'EL094259216', requester });

test('a valid number comes with its name, and with a proof where the request names who asks [X-02]', async () => {
  fake.answer({ kind: 'valid', name: 'ΚΑΦΕΣ\nΑΕ' });
  expect(await check()).toEqual({ isValid: true, name: 'ΚΑΦΕΣ ΑΕ', address: null, requestId: 'WAPIAAAA1' });
  expect(fake.asked.at(-1)).toEqual({
    ...{ countryCode: 'EL', vatNumber: '094259216' },
    ...{ requesterMemberStateCode: 'IE', requesterNumber: '6388047V' },
  });
  fake.answer({ kind: 'valid', name: null });
  expect(await check(null)).toEqual({ isValid: true, name: null, address: null, requestId: null });
  expect(fake.asked.at(-1)).toEqual({ countryCode: 'EL', vatNumber: '094259216' });
});

test('an invalid number is an answer [X-02]', async () => {
  fake.answer({ kind: 'invalid' });
  expect(await check()).toEqual({ isValid: false, name: null, address: null, requestId: null });
});

test.each([
  ['state-away', 'MS_UNAVAILABLE'],
  ['broken', 'SERVICE_UNAVAILABLE'],
  ['never', 'NO_ANSWER'],
  ['garbage', 'UNREADABLE'],
  ['hostile', 'UNREADABLE'],
  ['endless', 'UNREACHABLE'],
  ['other-number', 'UNREADABLE'],
] as const)('%s: no answer, which says nothing about the number [X-02]', async (kind, code) => {
  fake.answer({ kind });
  await expect(check()).rejects.toMatchObject({ name: 'VatRegisterError', code });
});

test('a register that nobody reaches gives no answer [X-02]', async () => {
  const away = vies({ url: 'http://127.0.0.1:1', timeoutMillis: 500 });
  await expect(away.check({ number: 'DE136695976', requester: null })).rejects.toMatchObject({ code: 'UNREACHABLE' });
});
