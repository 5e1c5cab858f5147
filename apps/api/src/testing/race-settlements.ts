import { completePurchase, settlePurchase } from '@postern/contract/purchase';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { rowsOf } from '../db/client.ts';
import { movableClock } from '../runtime/clock.ts';
import { createSealer } from '../secrets/seal.ts';
import { aPurchaseAtPartner, aSettlement, payAtPartner } from './partner-page.ts';
import { SECRET_KEY } from './start-server.ts';
import { aPartner } from './start-test-app.ts';
import type { TwoServers } from './two-servers.ts';

const CALLS = 8;
const SETTLEMENTS = 6;

/** Sends a partner's settlement to both processes six times at once, together with two completions: one order, one ledger entry. */
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
    const { order } = await two.panel.must(completePurchase, { ...wish, trackingId }, { token });
    const books = await rowsOf<{ kind: string }>(
      two.db.global,
      sql`select kind from ledger_entry where purchase_id = (select purchase_id from purchase where order_id = ${order.orderId})`,
    );
    expect(books.map(({ kind }) => kind)).toEqual(['settlement']);
  }
}
