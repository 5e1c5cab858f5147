import { expect, test } from 'vitest';
import { fillEmbeddedServer } from '../testing/faults/fill-embedded.ts';

test('a full disk under the embedded database costs the calls of that time a refusal, and nothing else [API-01] [MBX-13]', async () => {
  expect(await fillEmbeddedServer(1, 1_500)).toBeGreaterThan(0);
}, 300_000);
