import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settlePurchase } from '@postern/contract/purchase';
import { totalsOf } from '@postern/domain/partner-statements';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import type { CommandDeps } from '../../feature/command.ts';
import { aCustomerWithDomain } from '../../testing/builders.ts';
import { aChangeAtPartner, aCustomerAtPartner, aSettlement, payAtPartner } from '../../testing/partner-page.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import type { TestPartner } from '../../testing/start-test-app.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { runDueWork } from '../billing/due/run-due-work.ts';
import { statementCommands } from './commands.ts';
import { readStatement } from './issue-statement.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });
let partner: TestPartner;

beforeAll(async () => {
  partner = app.otherPartner;
  await payAtPartner(app.deps, partner);
});

type Customer = Pick<Awaited<ReturnType<typeof aCustomerAtPartner>>, 'email' | 'customerId' | 'bundleId'>;
type Result = { totals: Record<string, string>[]; entries: Record<string, string>[]; issuedAt: string | null };

const run = (command: string, options: Record<string, string>) => {
  const found = statementCommands[command];
  if (found === undefined || !('run' in found)) throw new Error(`There is no command ${command}.`);
  return found.run(app.deps as unknown as CommandDeps, options) as Promise<Result>;
};
const monthOf = (date: Date) => `${date.toISOString().slice(0, 7)}-01`;
const owner = (customer: Customer, { partnerId }: TestPartner) =>
  aSessionAs(app, customer as never, { role: 'domainAdmin', email: customer.email, partnerId });
async function pay(customer: Customer, items?: Parameters<typeof aChangeAtPartner>[3]) {
  const { asked } = await aChangeAtPartner(app, partner, { token: await owner(customer, partner) }, items);
  await app.must(settlePurchase, { jwt: await aSettlement(app, partner, asked) });
}
const RENEW = [{ orderType: 'MailSuite' as const, action: 'renew' as const }];

/** The sums in the books for a partner's customers until an instant, by currency and account. */
const booksOf = (partnerId: number, until: Date) =>
  app.deps.db.asSystem((tx) =>
    rowsOf<{ currency: string; account: string; minor: number }>(
      tx,
      sql`select currency, account, sum(amount_minor)::int as minor from book_posting
        where at < ${until.toISOString()} and customer_id in (select customer_id from customer where partner_id = ${partnerId})
        group by 1, 2 order by 1, 2`,
    ),
  );

/** Months in which customers of both partners buy, change, renew, pay too late and get refunds, in a fixed pseudo-random order. */
async function liveThrough(months: number): Promise<void> {
  let state = 42;
  const draw = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  const customers: Customer[] = [];
  for (let month = 0; month < months; month += 1) {
    customers.push(await aCustomerAtPartner(app, partner, { accounts: 1 + draw(3), cycle: 'monthly' }));
    await aCustomerWithDomain(app, { accounts: 1 + draw(3), cycle: 'monthly' });
    for (const customer of customers.slice(0, -1)) {
      const what = draw(3);
      if (what === 0) await pay(customer, RENEW).catch(() => {});
      if (what === 1) {
        const token = await owner(customer, partner);
        const late = await aChangeAtPartner(app, partner, { token }).catch(() => null);
        if (late === null) continue;
        app.clock.advance({ minutes: 31 });
        await app.call(settlePurchase, { jwt: await aSettlement(app, partner, late.asked) });
        if (draw(2) === 0)
          await app.call(settlePurchase, { jwt: await aSettlement(app, partner, late.asked, { status: 'refunded' }) });
      }
    }
    app.clock.advance({ days: 31 });
    await runDueWork(app.deps, app.clock.now());
    for (const customer of customers) if (draw(2) === 0) await pay(customer, RENEW).catch(() => {});
  }
}

test('monthly statements add up to the books to the cent, whatever was bought, renewed, paid late or refunded, on the page of the partner or by card [PAY-05] [BIL-09]', async () => {
  const start = app.clock.now();
  await run('partner set-share', {
    partner: String(partner.partnerId),
    percent: '12.5',
    from: monthOf(start).slice(0, 7),
  });
  await liveThrough(4);
  for (const { partnerId } of [partner, app.partner]) {
    const last = new Date(app.clock.now());
    last.setUTCDate(0);
    const until = new Date(Date.parse(monthOf(app.clock.now())));
    // Asking for the last month issues all months before it, too.
    await readStatement(app.deps, partnerId, monthOf(last));
    const sums: Record<string, number> = {};
    const months: string[] = [];
    const kinds = new Set<string>();
    const day = new Date(monthOf(start));
    for (; day < until; day.setUTCMonth(day.getUTCMonth() + 1)) {
      const statement = await readStatement(app.deps, partnerId, monthOf(day));
      months.push(statement.month);
      for (const entry of statement.entries) {
        kinds.add(entry.what);
        expect(entry.at.slice(0, 7)).toBe(statement.month.slice(0, 7));
        expect(entry.collectedByPartnerMinor + entry.collectedByPanelMinor + entry.creditUsedMinor).toBe(
          entry.netMinor + entry.taxMinor + entry.heldForCustomerMinor,
        );
      }
      for (const total of totalsOf(statement.entries)) {
        const add = (account: string, minor: number) => {
          const key = `${total.currency} ${account}`;
          sums[key] = (sums[key] ?? 0) + minor;
        };
        add('partner-receivable', total.collectedByPartnerMinor);
        add('cash', total.collectedByPanelMinor);
        add('revenue', -total.netMinor);
        add('tax', -total.taxMinor);
        add('credit', total.creditUsedMinor);
        add('advance', -total.heldForCustomerMinor);
      }
    }
    expect(months.length).toBeGreaterThan(3);
    const more = partnerId === partner.partnerId ? ['buyMoreAccounts', 'refund'] : [];
    expect([...kinds].sort()).toEqual([...more, 'purchase', 'renewal'].sort());
    const booked = (await booksOf(partnerId, until)).filter(({ minor }) => minor !== 0);
    expect(booked.length).toBeGreaterThan(1);
    const stated = Object.entries(sums).filter(([, minor]) => minor !== 0);
    expect(Object.fromEntries(stated)).toEqual(
      Object.fromEntries(booked.map(({ currency, account, minor }) => [`${currency} ${account}`, minor])),
    );
  }
});

test('an issued statement never changes: later bookings for its month are in the next one, marked as late, and two processes issue it once [PAY-05] [BIL-09]', async () => {
  const { partnerId } = partner;
  const customer = await aCustomerAtPartner(app, partner, { accounts: 2 });
  const sold = monthOf(app.clock.now());
  app.clock.advance({ days: 31 });
  await Promise.all([app, second, app, second].map(({ deps }) => readStatement(deps, partnerId, sold)));
  const before = await readStatement(app.deps, partnerId, sold);
  expect(before.issuedAt).not.toBeNull();
  expect(before.entries.at(-1)).toMatchObject({ what: 'purchase', collectedByPartnerMinor: 5800, netMinor: 5800 });
  const late = new Date(Date.parse(sold) + 86_400_000).toISOString();
  await app.deps.db.asSystem((tx) =>
    tx.execute(sql`insert into book_posting (posting_id, journal_key, line, kind, at, customer_id, account, amount_minor, currency)
      values (gen_random_uuid(), 'late-correction', 0, 'sale', ${late}, ${customer.customerId}, 'partner-receivable', -300, 'EUR'),
        (gen_random_uuid(), 'late-correction', 1, 'sale', ${late}, ${customer.customerId}, 'revenue', 300, 'EUR')`),
  );
  await run('partner set-share', { partner: String(partnerId), percent: '50', from: sold.slice(0, 7) }).then(
    () => expect.unreachable(),
    (error: unknown) => expect(error).toMatchObject({ code: 'STATEMENT_ISSUED' }),
  );
  expect(await readStatement(app.deps, partnerId, sold)).toEqual(before);
  const next = monthOf(app.clock.now());
  expect((await readStatement(app.deps, partnerId, next)).issuedAt, 'the month still runs').toBeNull();
  app.clock.advance({ days: 31 });
  const after = await readStatement(app.deps, partnerId, next);
  expect(after.entries.filter(({ isLate }) => isLate)).toMatchObject([
    { collectedByPartnerMinor: -300, netMinor: -300 },
  ]);
  for (const change of ['update partner_statement set share_basis_points = 1', 'delete from partner_statement'])
    await expect(app.deps.db.global.execute(sql.raw(change))).rejects.toMatchObject({
      cause: { message: 'An issued statement is never changed.' },
    });
});

test('the command prints the sums and writes every entry as CSV, and refuses what it does not know [PAY-05]', async () => {
  const customer = await aCustomerAtPartner(app, partner, { accounts: 1 });
  await pay(customer);
  const month = monthOf(app.clock.now()).slice(0, 7);
  const csv = join(await mkdtemp(join(tmpdir(), 'statement-')), 'statement.csv');
  const shown = await run('partner statement', { partner: String(partner.partnerId), month, csv });
  const own = shown.entries.filter(({ orderId }) => orderId === customer.order.orderId);
  const byKind = own.toSorted((one, other) => (String(one['what']) < String(other['what']) ? -1 : 1));
  expect(byKind).toMatchObject([
    { what: 'buyMoreAccounts', collectedByPartner: '58.00', reference: 'BILL-1', partnerShare: '7.25' },
    { what: 'purchase', collectedByPartner: '29.00', net: '29.00', reference: 'BILL-1', partnerShare: '3.63' },
  ]);
  expect(shown.totals).toHaveLength(1);
  const [head, ...lines] = (await readFile(csv, 'utf8')).trim().split('\r\n');
  expect(head).toContain('date,late,domain,order,what,reference,currency,collected_by_partner');
  expect(lines).toHaveLength(shown.entries.length);
  expect(lines.filter((line) => line.includes(customer.domain))).toHaveLength(2);
  for (const [options, code] of [
    [{ partner: '999999', month }, 'PARTNER_NOT_FOUND'],
    [{ partner: String(partner.partnerId), month: '2027-13' }, undefined],
  ] as const)
    await expect(run('partner statement', options)).rejects.toMatchObject(
      code === undefined ? { name: 'UsageError' } : { code },
    );
});
