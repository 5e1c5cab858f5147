import { deleteMailbox, suspendMailbox, updateMailbox } from '@postern/contract/mailbox-administration';
import { validateToken } from '@postern/contract/session';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { ofBundle } from '../db/bundle-key.ts';
import { bundle, customer, nameRegistry } from '../features/bundles/tables.ts';
import { mailbox } from '../features/mailboxes/tables.ts';
import { session } from '../features/session/tables.ts';
import { newId } from '../runtime/ids.ts';
import { hashToken, newToken } from '../secrets/tokens.ts';
import type { TwoServers } from './two-servers.ts';

type Person = { mailboxId: string; address: string; token: string; isAdmin: boolean };
type Domain = { customerId: string; bundleId: string; domainName: string };

/** A domain with three admins and another mailbox, written straight into the tables, all signed in. */
async function aDomainOfAdmins(
  { db, partner }: TwoServers,
  domainName: string,
): Promise<Domain & { people: Person[] }> {
  const createdAt = new Date();
  const place = { customerId: newId(createdAt), bundleId: newId(createdAt) };
  const people = ['anna', 'bert', 'carl', 'dora'].map((name) => ({
    mailboxId: newId(createdAt),
    address: `${name}@${domainName}`,
    token: newToken(),
    isAdmin: name !== 'dora',
  }));
  const { partnerId } = partner;
  const owner = { email: `owner@${domainName}`, name: 'Owner', locale: 'en' };
  const billingAddress = { email: owner.email, name: 'O', companyAddress: 'Q 1', city: 'B', country: 'DE' };
  await db.asSystem(async (tx) => {
    await tx.insert(customer).values({
      ...owner,
      customerId: place.customerId,
      partnerId,
      billingAddress,
      createdAt,
    } as typeof customer.$inferInsert);
    await tx
      .insert(bundle)
      .values({ ...place, partnerId, domainName, locale: 'en', flags: [], mailboxCount: people.length, createdAt });
    await tx.insert(nameRegistry).values({ ...place, name: domainName, kind: 'domain', targetId: place.bundleId });
    for (const { mailboxId, address, isAdmin } of people) {
      await tx.insert(nameRegistry).values({ ...place, name: address, kind: 'mailbox', targetId: mailboxId });
      const row = { ...place, mailboxId, address, isAdmin, displayName: '', state: 'ready', suspended: false };
      await tx.insert(mailbox).values({
        ...row,
        quotaMb: 10,
        flags: [],
        createdAt,
        searchText: address,
      } as unknown as typeof mailbox.$inferInsert);
    }
  });
  const expiresAt = new Date(createdAt.getTime() + 3_600_000);
  await db.global.insert(session).values(
    people.map(({ mailboxId, address, token, isAdmin }) => ({
      ...place,
      tokenHash: hashToken(token),
      partnerId,
      mailboxId,
      role: isAdmin ? ('domainAdmin' as const) : ('accountAdmin' as const),
      email: address,
      source: 'token' as const,
      passwordConfirmedAt: createdAt,
      createdAt,
      expiresAt,
    })),
  );
  return { ...place, domainName, people };
}

const ATTACKS = ['demote', 'delete', 'suspend'] as const;

/** The possible outcomes of these concurrent calls; any other is a fault. */
const OUTCOMES = ['OK', 'LAST_ADMIN', 'UNAUTHENTICATED', 'NOT_FOUND'];

/**
 * Three admins of a domain demote, delete and suspend each other, all at once on two servers. One active admin must always remain, and
 * the others are signed out on both. Returns how many of the attacks succeeded.
 */
async function raceOnce(two: TwoServers, domainName: string, turn: number): Promise<number> {
  const { people, customerId, bundleId } = await aDomainOfAdmins(two, domainName);
  const admins = people.filter(({ isAdmin }) => isAdmin);
  const attacks = admins.flatMap((attacker, place) =>
    admins
      .filter((target) => target !== attacker)
      .map(async (target, number) => {
        const server = two.servers[(place + number + turn) % 2 === 0 ? 0 : 1];
        const options = { token: attacker.token };
        switch (ATTACKS[(place + number + turn) % ATTACKS.length]) {
          case 'demote':
            return server.call(
              updateMailbox,
              { accountId: target.mailboxId, accountConfig: { isAdmin: false } },
              options,
            );
          case 'delete':
            return server.call(deleteMailbox, { email: target.address }, options);
          default:
            return server.call(suspendMailbox, { email: target.address, suspensionType: 'race' }, options);
        }
      }),
  );
  const codes = (await Promise.all(attacks)).map((answer) => (answer.ok ? 'OK' : answer.code));
  expect(codes.filter((code) => !OUTCOMES.includes(code))).toEqual([]);
  const rows = await two.db.asTenant(customerId, (tx) =>
    tx
      .select()
      .from(mailbox)
      .where(and(ofBundle(mailbox, { customerId, bundleId }), eq(mailbox.state, 'ready'))),
  );
  const active = rows.filter((row) => row.isAdmin && !row.suspended).map((row) => row.mailboxId);
  expect(active.length, `active admins of ${domainName}`).toBeGreaterThanOrEqual(1);
  for (const { mailboxId, token } of admins) {
    const answers = await Promise.all(two.servers.map((server) => server.call(validateToken, {}, { token })));
    expect(answers.map((answer) => answer.ok)).toEqual(Array(2).fill(active.includes(mailboxId)));
  }
  return codes.filter((code) => code === 'OK').length;
}

/** Repeats the race. At least one attack per round must succeed, or nothing was tested. */
export async function raceAdmins(two: TwoServers, rounds: number, prefix: string): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    expect(await raceOnce(two, `${prefix}-${round}.test`, round)).toBeGreaterThanOrEqual(1);
}
