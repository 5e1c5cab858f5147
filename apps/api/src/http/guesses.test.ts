import { ACCOUNT_LIMIT } from '@postern/domain/sign-in';
import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../db/client.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import { readCounts, tryGuess } from './guesses.ts';
import { rateLimit } from './tables.ts';

let url: string;
let db: Database;
beforeAll(async () => {
  url = await createDatabase(inject('postgresUrl'), inject('postgresTemplate') ?? undefined);
  db = await openDatabase({ dataDir: '', url, migrationsFolder: LOCATIONS.migrations, poolSize: 4 });
});
afterAll(async () => {
  await db?.close();
  await dropDatabase(url);
});

const clock = { now: () => new Date('2026-01-01T12:00:00Z') };
const counterOf = (key: string) => ({ key, limit: ACCOUNT_LIMIT });
const countsOf = async (...keys: string[]) =>
  Object.fromEntries((await readCounts(db.global, keys)).map((row) => [row.key, [row.count, row.being_checked]]));

async function guessWrongly(keys: string[], times: number): Promise<void> {
  for (let guess = 0; guess < times; guess += 1) {
    const taken = await tryGuess({ db, clock }, keys.map(counterOf));
    if (!taken.ok) throw new Error('refused');
    await taken.guess.wrong();
  }
}

test('a guess is counted on what the counts are, whatever it saw of them before, in each count or in none [ENT-14]', async () => {
  const counters = ['a-account', 'a-address'].map(counterOf);
  const before = await readCounts(db.global, ['a-account', 'a-address']);
  await guessWrongly(['a-account'], 3);
  const taken = await tryGuess({ db, clock }, counters, before);
  expect(taken.ok).toBe(true);
  expect(await countsOf('a-account', 'a-address')).toEqual({ 'a-account': [3, 1], 'a-address': [0, 1] });
  if (taken.ok) await taken.guess.wrong();
  await guessWrongly(['a-account'], 6);
  expect(await tryGuess({ db, clock }, [counterOf('a-new'), ...counters], before)).toMatchObject({ ok: false });
  expect(await countsOf('a-account', 'a-address', 'a-new')).toEqual({ 'a-account': [10, 0], 'a-address': [1, 0] });
});

test('wrong guesses that were forgotten meanwhile stay forgotten [ENT-14]', async () => {
  await guessWrongly(['b-account', 'b-address'], 9);
  const before = await readCounts(db.global, ['b-account', 'b-address']);
  await db.asSystem((tx) => tx.delete(rateLimit).where(inArray(rateLimit.key, ['b-account'])));
  const taken = await tryGuess({ db, clock }, ['b-account', 'b-address'].map(counterOf), before);
  expect(taken.ok).toBe(true);
  expect(await countsOf('b-account', 'b-address')).toEqual({ 'b-account': [0, 1], 'b-address': [9, 1] });
});

test('of fifty guesses at once that saw the same counts, ten are checked [ENT-14]', async () => {
  const counters = ['c-address', 'c-account'].map(counterOf);
  const tries = await Promise.all(Array.from({ length: 50 }, () => tryOnce(counters)));
  expect(tries.filter((outcome) => outcome === 'checked').length).toBe(10);
  expect(await countsOf('c-account', 'c-address')).toEqual({ 'c-account': [10, 0], 'c-address': [10, 0] });
});

async function tryOnce(counters: ReturnType<typeof counterOf>[]): Promise<'checked' | 'refused'> {
  const taken = await tryGuess({ db, clock }, counters, []);
  if (!taken.ok) return 'refused';
  await taken.guess.wrong();
  return 'checked';
}
