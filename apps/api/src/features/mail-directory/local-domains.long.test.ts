import { countTrials } from '@postern/testkit/count-trials';
import { expect, test } from 'vitest';
import { startEmbeddedGround, startRealGround } from '../../testing/grabs/grab-ground.ts';
import { tryGrabs } from '../../testing/grabs/try-grabs.ts';

for (const [server, start] of Object.entries({ Postfix: startRealGround, 'the embedded server': startEmbeddedGround }))
  test(`on ${server} nobody receives mail of a domain that isn't proven to be theirs, and nobody sends from one [VER-01] [API-02]`, async ({
    task,
  }) => {
    const ground = await start();
    try {
      const count = await tryGrabs(ground);
      countTrials(task, count);
      expect(count).toBeGreaterThanOrEqual(50);
    } finally {
      await ground.stop();
    }
  });
