import { addAlias } from '@postern/contract/aliases';
import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { generateDkimKey } from '@postern/contract/dkim';
import { upsertDnsRecord } from '@postern/contract/dns';
import { createInstructionLink } from '@postern/contract/domain-instructions';
import { applyDomainPlan, planDomain } from '@postern/contract/domain-plan';
import { createForwarder } from '@postern/contract/forwarders';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { rowsOf } from '../db/client.ts';
import { aCustomerWithDomain, aMailbox, aPurchaseLink, aReadyPurchase, type TestCustomer } from './builders.ts';
import { pathsOf, sampleInput, withValueAt } from './sample-input.ts';
import { confirmAgain } from './session-as.ts';
import type { TestApp } from './start-test-app.ts';

export type TwoTenants = {
  mine: TestCustomer;
  theirs: TestCustomer;
  /** What the other tenant has in its domain. */
  things: DomainThings;
  purchaseToken: string;
  /** Every id and address of the other tenant. */
  foreign: string[];
};

/** The ids of one thing of each kind in a domain. */
export type DomainThings = { dkimId: string; recordId: string; planId: string; undoId: string; linkId: string };

/** Creates one of everything in a domain: a key, a record, an open plan, an applied plan, and a link. */
export async function thingsOfDomain(
  app: TestApp,
  { token }: TestCustomer,
): Promise<DomainThings & { linkToken: string }> {
  const options = { token };
  const { undoId } = await app.must(applyDomainPlan, await app.must(planDomain, {}, options), options);
  const wish = { type: 'A' as const, host: 'victim', values: ['192.0.2.66'], ttl: 600 };
  const { recordId } = (await app.must(upsertDnsRecord, wish, options)).record;
  const { dkimId } = (await app.must(generateDkimKey, {}, options)).key;
  const { planId } = await app.must(planDomain, {}, options);
  const { linkId, address } = (await app.must(createInstructionLink, {}, options)).link;
  return { dkimId, recordId, planId, undoId, linkId, linkToken: new URL(address).hash.slice(1) };
}

/** A customer who attacks, and a customer of another partner who has one of everything. */
export async function aPairOfTenants(app: TestApp): Promise<TwoTenants> {
  const mine = await aCustomerWithDomain(app, { domain: 'mine.test' });
  const theirs = await aCustomerWithDomain(app, { domain: 'theirs.test', partner: app.otherPartner });
  await aMailbox(app, mine, 'own');
  const mailbox = await aMailbox(app, theirs, 'victim', {
    displayName: 'Victoria Victim',
    alternateEmail: 'private@victim-home.test',
  });
  const of = { email: mailbox.email, token: theirs.token };
  const alias = { alias: 'victims-alias', email: of.email, displayName: 'Secret alias' };
  const { senderId } = await app.must(addAlias, alias, { token: of.token });
  const forward = { email: 'victims-team@theirs.test', recipients: [of.email] };
  const { forwarder } = await app.must(createForwarder, forward, { token: of.token });
  const { linkToken, ...things } = await thingsOfDomain(app, theirs);
  // Otherwise the attacker is refused for want of a fresh password, and not because of whose things they are.
  await confirmAgain(app, mine.token);
  const open = await aReadyPurchase(app, await aPurchaseLink(app));
  const foreignOpen = await aReadyPurchase(app, await aPurchaseLink(app, { partner: app.otherPartner }));
  const foreign = [
    theirs.customerId,
    theirs.bundleId,
    theirs.order.orderId,
    mailbox.id,
    mailbox.email,
    senderId,
    'victims-alias@theirs.test',
    forwarder.forwarderId,
    forwarder.email,
    theirs.domain,
    theirs.email,
    theirs.purchase.trackingId,
    foreignOpen.trackingId,
    Buffer.from(mailbox.email.slice(0, -1)).toString('base64url'),
    ...Object.values(things),
    linkToken,
  ];
  return { mine, theirs, things, purchaseToken: open.token, foreign };
}

/** All rows with the other tenant's key, in every table. */
export async function rowsOfTenant(app: TestApp, { customerId }: TestCustomer): Promise<string> {
  return app.deps.db.asSystem(async (tx) => {
    const tables = await rowsOf<{ name: string }>(
      tx,
      sql`select table_name as name from information_schema.columns where column_name = 'customer_id' and table_schema = 'public' order by 1`,
    );
    const all: unknown[] = [];
    for (const { name } of tables) {
      all.push(
        name,
        await rowsOf(
          tx,
          sql`select to_jsonb(t) as row from ${sql.identifier(name)} t where customer_id = ${customerId} order by 1`,
        ),
      );
    }
    return JSON.stringify(all);
  });
}

/** Chooses the ids to put at a path of an input; `turn` counts the paths. */
type Choice = (ids: readonly string[], path: readonly string[], turn: number) => readonly string[];

export const everyId: Choice = (ids) => ids;

const ID = /^[0-9a-f-]{36}$/;
const OTHERS_A_PLACE = 2;

/** All ids where an id belongs, and two of the others in turn, so that each is tried somewhere in every call. */
export const fittingIds: Choice = (ids, path, turn) => {
  const wantsId = /id$/i.test(path.at(-1) ?? '');
  const fitting = ids.filter((id) => wantsId && ID.test(id));
  const rest = ids.filter((id) => !fitting.includes(id));
  const others = Array.from(
    { length: OTHERS_A_PLACE },
    (_, step) => rest[(turn * OTHERS_A_PLACE + step) % rest.length],
  );
  return [...fitting, ...others.filter((id) => id !== undefined)];
};

/** Puts ids of the other tenant at every path of every call. Nothing of theirs may be revealed or changed. Returns the number of calls. */
export async function tryForeignIds(app: TestApp, tenants: TwoTenants, choose: Choice): Promise<number> {
  const { mine, theirs, purchaseToken, foreign } = tenants;
  const before = await rowsOfTenant(app, theirs);
  expect(before).toContain('Victoria Victim');
  const secrets = [...foreign, 'Victoria', 'victim-home'];
  let calls = 0;
  for (const operation of ALL_OPERATIONS.filter(
    ({ access, id }) => access !== 'open' && access !== 'partner' && id !== 'signOut',
  )) {
    const token = operation.access === 'purchase' ? purchaseToken : mine.token;
    const input = sampleInput(operation);
    if (operation.access === 'session')
      expect(await app.call(operation, input as never, { token, bundleId: theirs.bundleId })).toMatchObject({
        code: 'BUNDLE_NOT_FOUND',
      });
    for (const [turn, path] of pathsOf(input).entries()) {
      for (const id of choose(foreign, path, turn)) {
        const answer = await app.call(operation, withValueAt(input, path, id) as never, { token });
        calls += 1;
        // The answer may repeat what the caller sent.
        const told = answer.text.replaceAll(id, '');
        const untold = secrets.filter((secret) => !id.includes(secret) && !secret.includes(id));
        const leaked = untold.filter((secret) => told.includes(secret));
        expect(leaked, operation.id).toEqual([]);
      }
    }
  }
  expect(await rowsOfTenant(app, theirs)).toBe(before);
  return calls;
}
