import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addAlias, listAliases } from '@postern/contract/aliases';
import { readDomainChange } from '@postern/contract/domain-change';
import { listMailboxes } from '@postern/contract/mailboxes';
import { pollUntil } from '@postern/testkit/poll-until';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { nameRegistry } from '../../features/bundles/tables.ts';
import { domainChange } from '../../features/domain-change/tables.ts';
import { aCustomerWithDomain, aMailbox } from '../builders.ts';
import type { TwoServers } from '../two-servers.ts';

const MAILBOXES = 12;
const SETTLED_WITHIN_MILLIS = 60_000;

/**
 * Kills each of two servers in turn, or those in `kills`, while a domain changes. The change still finishes, and then every name is in the new domain once, as
 * it was in the former one. The change is written as the call would write it, as these servers can't ask the DNS whether the domain is
 * registered.
 */
export async function killAmongDomainChanges(
  two: TwoServers,
  rounds: number,
  prefix: string,
  kills: readonly (0 | 1)[] = [0, 1],
): Promise<void> {
  const { panel, db } = two;
  for (let round = 0; round < rounds; round += 1) {
    const customer = await aCustomerWithDomain(panel, { accounts: MAILBOXES, domain: `${prefix}-${round}.test` });
    const { token, customerId, bundleId, domain: fromDomain } = customer;
    const names = Array.from({ length: MAILBOXES }, (_, number) => `m${String(number).padStart(2, '0')}`);
    for (const name of names) await aMailbox(panel, customer, name);
    await panel.must(addAlias, { alias: 'sales', email: `m00@${fromDomain}`, displayName: 'Sales' }, { token });
    const toDomain = `${prefix}-${round}-next.test`;
    const now = new Date();
    await db.asSystem(async (tx) => {
      await tx
        .insert(nameRegistry)
        .values({ name: toDomain, kind: 'domain', customerId, bundleId, targetId: bundleId });
      await tx.insert(domainChange).values({
        ...{ customerId, bundleId, changeId: randomUUID(), fromDomain, toDomain, state: 'queued', byEmail: 'test' },
        ...{ total: MAILBOXES, done: 0, createdAt: now, touchedAt: new Date(now.getTime() - 60_000) },
      });
    });
    for (const which of kills) {
      await pause(randomInt(0, 3000));
      await two.replace(which);
    }
    const seen = async () => (await panel.must(readDomainChange, {}, { token })).change;
    await pollUntil(async () => (await seen())?.state === 'finished', {
      timeoutMs: SETTLED_WITHIN_MILLIS,
      onTimeout: () => 'the domain is on its way still a minute after the last kill',
    });
    expect(await seen()).toMatchObject({ total: MAILBOXES, done: MAILBOXES });
    const { accounts } = await panel.must(listMailboxes, { limit: 500 }, { token });
    expect(accounts.map(({ email }) => email)).toEqual(names.map((name) => `${name}@${toDomain}`));
    const { aliases } = await panel.must(listAliases, { email: `m00@${toDomain}` }, { token });
    expect(aliases.map(({ email }) => email)).toEqual([`sales@${toDomain}`]);
    const registered = await db.asSystem((tx) =>
      rowsOf<{ name: string }>(
        tx,
        sql`select name from name_registry where bundle_id = ${bundleId} and kind in ('mailbox', 'alias')`,
      ),
    );
    expect(registered.map(({ name }) => name.slice(name.indexOf('@') + 1))).toEqual(
      Array.from({ length: MAILBOXES + 1 }, () => toDomain),
    );
    const left = await db.asSystem((tx) =>
      rowsOf(
        tx,
        sql`select 1 from mailbox where bundle_id = ${bundleId} and (moving_from is not null or stored_as is not null)`,
      ),
    );
    expect(left).toEqual([]);
    const done = await db.asSystem((tx) =>
      rowsOf<{ action: string }>(
        tx,
        sql`select action from audit where bundle_id = ${bundleId} and action like 'domain.change%' order by action`,
      ),
    );
    expect(done.map(({ action }) => action)).toEqual(['domain.change-finished', 'domain.changed']);
  }
}
