import { expect, test } from 'vitest';
import { makeEd25519Key } from './make-ed25519-key.ts';

/** One in 64 random seeds begins with a slash, so among these none does with a probability of 3 in 10 million. */
const KEYS = 960;

test('no Ed25519 seed begins with a slash, which Rspamd would take for a path and not sign with [DKM-01]', async () => {
  const keys = await Promise.all(Array.from({ length: KEYS }, makeEd25519Key));
  expect(keys.filter(({ seed }) => seed.startsWith('/'))).toEqual([]);
});
