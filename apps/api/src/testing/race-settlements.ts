import { processPayment } from '@postern/contract/billing';
import { completePurchase, settlePurchase } from '@postern/contract/purchase';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { rowsOf } from '../db/client.ts';
import { movableClock } from '../runtime/clock.ts';
import { createSealer } from '../secrets/seal.ts';
import { aChangeAtPartner, aPurchaseAtPartner, aSettlement, payAtPartner } from './partner-page.ts';
import { SECRET_KEY } from './start-server.ts';
import { aPartner, type TestPartner } from './start-test-app.ts';
import type { TwoServers } from './two-servers.ts';

const CALLS = 8;
const SETTLEMENTS = 6;

/**
 * Sends a partner's settlement to both processes six times at once, together with two completions: one order, one ledger entry. Then does
 * the same with a change of that order, which is made and booked once.
 */
export async function raceSettlements(two: TwoServers, rounds: number): Promise<void> {
  const deps = { db: two.db, clock: movableClock(Date.now), sealer: createSealer(SECRET_KEY) };
  const partner = await aPartner(deps, 902);
  await payAtPartner(deps, partner);
  for (let round = 0; round < rounds; round += 1) {
    const { asked, wish, trackingId, token } = await aPurchaseAtPartner(two.panel, partner);
    const jwt = await aSettlement(two.panel, partner, asked);
    const answers = await Promise.all(
      Array.from({ length: CALLS }, async (_, number) => {
        const server = two.servers[number % 2 === 0 ? 0 : 1];
        if (number < SETTLEMENTS) return (await server.call(settlePurchase, { jwt })).text;
        await server.call(completePurchase, { ...wish, trackingId }, { token });
        return null;
      }),
    );
    expect(new Set(answers.filter((answer) => answer !== null))).toEqual(new Set(['{"status":"settled"}']));
    const { order, session } = await two.panel.must(completePurchase, { ...wish, trackingId }, { token });
    const books = await rowsOf<{ kind: string }>(
      two.db.global,
      sql`select kind from ledger_entry where purchase_id = (select purchase_id from purchase where order_id = ${order.orderId})`,
    );
    expect(books.map(({ kind }) => kind)).toEqual(['settlement']);
    await raceChange(two, partner, session.token);
  }
}

/** Sends two settlements of one change several times each, while the customer makes calls too: one of them counts. */
async function raceChange(two: TwoServers, partner: TestPartner, token: string): Promise<void> {
  const { asked, trackingId } = await aChangeAtPartner(two.panel, partner, { token });
  const jwts = [await aSettlement(two.panel, partner, asked), await aSettlement(two.panel, partner, asked)];
  const answers = await Promise.all(
    Array.from({ length: CALLS }, async (_, number) => {
      const server = two.servers[number % 2 === 0 ? 0 : 1];
      if (number >= SETTLEMENTS) return server.call(processPayment, { trackingId }, { token }).then(() => null);
      return (await server.call(settlePurchase, { jwt: jwts[number % 3 === 0 ? 0 : 1] ?? '' })).ok;
    }),
  );
  expect(new Set(answers.filter((answer) => answer !== null))).toEqual(new Set([true, false]));
  const { currentPlan } = await two.panel.must(processPayment, { trackingId }, { token });
  expect(currentPlan.mailSuiteDetails?.noOfAccounts.limit).toBe(5);
  const booked = await rowsOf<{ minor: number }>(
    two.db.global,
    sql`select amount_minor::int as minor from book_posting where journal_key = ${`payment/${trackingId}`} and account = 'partner-receivable'`,
  );
  expect(booked).toEqual([{ minor: 5800 }]);
}
