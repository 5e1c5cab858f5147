import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { aCustomerWithDomain, aMailbox } from '../builders.ts';
import type { GrabGround } from './grab-ground.ts';
import { prepareGrabs } from './grabs.ts';

/**
 * Tries to get at the mail of domains that aren't proven: an honest customer and a stranger write to them, and their mailboxes send. Nothing
 * may arrive, nothing may be taken. Takes every `step`th try. Returns how many there were.
 */
export async function tryGrabs(ground: GrabGround, step = 1): Promise<number> {
  const word = randomBytes(3).toString('hex');
  const honest = await aCustomerWithDomain(ground.panel, { domain: `honest-${word}.test` });
  const { email: bob } = await aMailbox(ground.panel, honest, 'bob');
  expect((await ground.submit(bob, { to: bob })).reply).toMatch(/^250 /);
  expect(await ground.countMessages([honest.domain])).toBe(1);
  const all = await prepareGrabs(ground, word);
  const wanted = all.filter((_, place) => place % step === 0);
  for (const grab of wanted) {
    if ('as' in grab) {
      const envelope = await ground.submit(grab.login, { to: bob, envelopeFrom: grab.as });
      const header = await ground.submit(bob, { to: bob, headerFrom: grab.as });
      expect([envelope.reply, header.reply], grab.how).toEqual([
        expect.stringMatching(/^5\d\d /),
        expect.stringMatching(/^5\d\d /),
      ]);
    } else {
      await ground.submit(bob, { to: grab.to });
      expect((await ground.fromOutside(grab.to)).reply, grab.how).toMatch(/^[45]\d\d /);
    }
  }
  const stolen = [...new Set(wanted.flatMap(({ domains }) => domains))];
  expect(await ground.countMessages(stolen)).toBe(0);
  return wanted.length;
}
