import { randomInt } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedMail } from '@postern/adapter-mail/embedded';
import { deleteMailbox } from '@postern/contract/mailbox-administration';
import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { pollUntil } from '@postern/testkit/poll-until';
import { pino } from 'pino';
import { expect } from 'vitest';
import { mailDirectory } from '../../features/mail-directory/public.ts';
import { createJobQueue } from '../../jobs/job-queue.ts';
import { movableClock } from '../../runtime/clock.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD, type TestCustomer } from '../builders.ts';
import type { TwoServers } from '../two-servers.ts';

const SETTLED_WITHIN_MILLIS = 30_000;

/** The domain's addresses in the mail store, read from the store itself. */
async function storedIn({ dataDir, db }: TwoServers, domain: string): Promise<string[]> {
  const log = pino({ level: 'silent' });
  const { backend } = await startEmbeddedMail({
    dir: path.join(dataDir, 'mail'),
    host: '127.0.0.1',
    port: null,
    hostname: 'mail.test',
    directory: mailDirectory({ db, clock: movableClock(db.nowMillis), jobs: createJobQueue(db, log) }),
    log,
  });
  const all = await backend.listMailboxes();
  await backend.close();
  return all.map(({ address }) => address).filter((address) => address.endsWith(`@${domain}`));
}

async function listedIn({ panel }: TwoServers, { token }: TestCustomer) {
  const { accounts, total } = await panel.must(listMailboxes, {}, { token });
  return { addresses: accounts.map(({ email }) => email), total };
}

/** Kills one of two servers while mailboxes are created and deleted. The panel's list must equal the mail store's within 30 seconds. */
export async function killAmongMailboxes(two: TwoServers, rounds: number, prefix: string): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const customer = await aCustomerWithDomain(two.panel, { accounts: 9, domain: `${prefix}-${round}.test` });
    const { token, domain } = customer;
    await aMailbox(two.panel, customer, 'anna');
    for (const name of ['old-1', 'old-2', 'old-3']) await aMailbox(two.panel, customer, name);
    const which = round % 2 === 0 ? 0 : 1;
    const victim = two.servers[which];
    const calls = [1, 2, 3].flatMap((number) => [
      victim.call(createMailbox, { email: `new-${number}@${domain}`, password: PASSWORD }, { token }),
      victim.call(deleteMailbox, { email: `old-${number}@${domain}` }, { token }),
    ]);
    const ends = Promise.allSettled(calls);
    await pause(randomInt(0, 120));
    const killedAt = performance.now();
    const replaced = two.replace(which);
    const answers = await ends;
    let seen = '';
    await pollUntil(
      async () => {
        const { addresses, total } = await listedIn(two, customer);
        const stored = await storedIn(two, domain);
        seen = `listed ${addresses.join()}; stored ${stored.join()}; total ${total}`;
        return total === addresses.length && addresses.toSorted().join() === stored.toSorted().join();
      },
      {
        timeoutMs: Math.max(1, SETTLED_WITHIN_MILLIS - (performance.now() - killedAt)),
        onTimeout: () => `after 30 seconds the lists differ in round ${round}: ${seen}`,
      },
    );
    // Every acknowledged change took effect.
    const { addresses } = await listedIn(two, customer);
    for (const [index, answer] of answers.entries()) {
      if (answer.status !== 'fulfilled' || !answer.value.ok) continue;
      const number = Math.floor(index / 2) + 1;
      if (index % 2 === 0) expect(addresses).toContain(`new-${number}@${domain}`);
      else expect(addresses).not.toContain(`old-${number}@${domain}`);
    }
    await replaced;
  }
}
