import { expect, test } from 'vitest';
import { startEmbeddedGround } from '../../testing/grabs/grab-ground.ts';
import { tryGrabs } from '../../testing/grabs/try-grabs.ts';

test("nobody receives mail of a domain that isn't proven to be theirs, and nobody sends from one [VER-01] [API-02]", async () => {
  const ground = await startEmbeddedGround();
  try {
    // local-domains.long.test.ts takes them all, on Postfix too.
    expect(await tryGrabs(ground, 5)).toBeGreaterThan(8);
  } finally {
    await ground.stop();
  }
});
