import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { completePurchase, settlePurchase } from '@postern/contract/purchase';
import { signOut } from '@postern/contract/session';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { movableClock } from '../../runtime/clock.ts';
import { createSealer } from '../../secrets/seal.ts';
import { aCustomerWithDomain, PASSWORD } from '../../testing/builders.ts';
import { killAmongBuyers } from '../../testing/faults/kill-buyers.ts';
import { aPurchaseAtPartner, aSettlement, payAtPartner } from '../../testing/partner-page.ts';
import { SECRET_KEY } from '../../testing/start-server.ts';
import { aPartner } from '../../testing/start-test-app.ts';
import { startTwoServers, type TwoServers } from '../../testing/two-servers.ts';

let two: TwoServers;
beforeAll(async () => {
  two = await startTwoServers();
}, 300_000);
afterAll(() => two?.stop());

test('the whole purchase and the first mailbox work with calls alternating between two processes [PAY-03] [MBX-02] [ENT-12]', async () => {
  const customer = await aCustomerWithDomain(two.panel, { accounts: 5 });
  const { token, domain, purchase } = customer;
  const input = { ...purchase.wish, trackingId: purchase.trackingId };
  const again = await Promise.all(
    two.servers.map((server) => server.call(completePurchase, input, { token: purchase.token })),
  );
  expect(again[0]?.text).toBe(again[1]?.text);
  const options = { token, headers: { 'idempotency-key': 'over-processes' } };
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      two.servers[number % 2 === 0 ? 0 : 1].call(
        createMailbox,
        { email: `anna@${domain}`, password: PASSWORD },
        options,
      ),
    ),
  );
  expect(new Set(made.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
  expect(made[0]?.status).toBe(200);
  const rush = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      two.panel.call(createMailbox, { email: `rush-${number}@${domain}`, password: PASSWORD }, { token }),
    ),
  );
  expect(rush.filter((answer) => answer.ok)).toHaveLength(4);
  expect((await two.panel.must(listMailboxes, {}, { token })).total).toBe(5);
  await two.servers[0].must(signOut, {}, { token });
  expect(await two.servers[1].refusal(listMailboxes, {}, { token })).toBe('UNAUTHENTICATED');
}, 120_000);

test("a partner's settlement sent to both processes at once, together with completions, makes one order and one ledger entry [PAY-05] [PAY-03]", async () => {
  const deps = { db: two.db, clock: movableClock(Date.now), sealer: createSealer(SECRET_KEY) };
  const partner = await aPartner(deps, 902);
  await payAtPartner(deps, partner);
  for (let round = 0; round < 10; round += 1) {
    const { asked, wish, trackingId, token } = await aPurchaseAtPartner(two.panel, partner);
    const jwt = await aSettlement(two.panel, partner, asked);
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, number) => {
        const server = two.servers[number % 2 === 0 ? 0 : 1];
        if (number < 6) return (await server.call(settlePurchase, { jwt })).text;
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
}, 120_000);

test('whichever call is running when one of two processes is killed, every payment has its order within 30 seconds [PAY-03]', async () => {
  await killAmongBuyers(two, 2, 'cut');
}, 300_000);
