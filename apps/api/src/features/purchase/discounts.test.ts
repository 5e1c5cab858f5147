import { calculateCharge, processPayment, readBillingOverview, startPayment } from '@postern/contract/billing';
import { readDiscount, initiatePurchase, completePurchase, upsertCustomer } from '@postern/contract/purchase';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { toAmountNumber } from '@postern/domain/money';
import type { DiscountCode } from '@postern/domain/plans';
import { sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import {
  anAddress,
  aPurchaseLink,
  aWish,
  type LinkOptions,
  openLink,
  payByCard,
  type WishOptions,
} from '../../testing/builders.ts';
import { readBookSums } from '../../testing/money.ts';
import { type PanelPair, startPanelPair } from '../../testing/panel-pair.ts';
import { payAtPartner } from '../../testing/partner-page.ts';
import type { TestApp } from '../../testing/start-test-app.ts';
import { runDueWork } from '../billing/due/run-due-work.ts';
import { reconcile } from '../billing/reconcile.ts';
import { invoice } from '../invoices/tables.ts';
import { discount } from '../plans/tables.ts';
import { orderBilling } from '../subscriptions/tables.ts';

let pair: PanelPair;
let app: TestApp;
beforeAll(async () => {
  pair = await startPanelPair();
  ({ app } = pair);
});
afterAll(() => pair.stop());

const DAY = 86_400_000;
const dayIn = (days: number) => new Date(app.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);

let count = 0;
/** A code in the catalogue; by default a fifth off each mailbox, until the renewal of a year is over. */
async function aCode(changes: Partial<DiscountCode> = {}): Promise<string> {
  const displayCode = `CODE${++count}`;
  const row = {
    ...{ discountId: displayCode, displayCode, expiresOn: dayIn(400), partnerIds: null },
    terms: { email_account: { type: 'percentage' as const, basisPoints: 2000 } },
    ...changes,
  };
  await app.deps.db.asSystem((tx) => tx.insert(discount).values(row));
  return displayCode;
}

type Bought = LinkOptions & WishOptions & { code: string; amount: number };
/** Fixes a purchase of Pro (29.00 a year) with a code at an amount. */
async function fix({ code, amount, ...options }: Bought) {
  const link = await aPurchaseLink(app, options);
  const token = await openLink(app, link);
  await app.must(upsertCustomer, { billingAddress: anAddress(link.email) }, { token });
  const wish = { ...(await aWish(app, token, options)), discountCode: code, chargeableAmount: amount };
  return { link, token, wish, answer: await app.call(initiatePurchase, wish, { token }) };
}

async function buy(options: Bought) {
  const { token, wish, answer } = await fix(options);
  if (!answer.ok) throw new Error(answer.code);
  const { trackingId, stripeSecret } = answer.body;
  if (stripeSecret !== null) await payByCard(app, stripeSecret);
  const { session } = await app.must(completePurchase, { ...wish, trackingId }, { token });
  return { token: session.token, customerId: session.bllUserId, bundleId: session.bundles[0]?.bundleId ?? '' };
}
type Buyer = Awaited<ReturnType<typeof buy>>;

const planOf = async ({ token }: Buyer) => (await app.must(readCurrentPlan, {}, { token })).currentPlan;
const cashOf = async (buyer: Buyer) =>
  (await readBookSums(app, buyer)).find(({ account }) => account === 'cash')?.sum ?? 0;
const linesOf = (buyer: Buyer) =>
  app.deps.db.asSystem(async (tx) =>
    (await tx.select().from(invoice).where(sql`customer_id = ${buyer.customerId}`)).flatMap(({ content }) =>
      content.lines.map(({ kind, quantity, unitMinor, netMinor, discount: off }) => ({
        ...{ kind, quantity, unitMinor, netMinor, off: off?.amountMinor ?? 0 },
      })),
    ),
  );

const fieldOf = async (token: string, discountCode: string) => {
  const answer = await app.call(readDiscount, { discountCode }, { token });
  if (answer.ok) return 'usable';
  const [field] = (answer.problem.attrs?.['fields'] ?? []) as { path: string; code: string }[];
  return field === undefined ? answer.code : `${field.path}: ${field.code}`;
};

// By hand: 29.00 less a fifth are 23.20; three are 69.60 of 87.00, so 17.40 come off.
test('a code makes the purchase, more mailboxes, the upgrade and the renewal cheaper, each once, on the invoice too [P-11] [P-12] [C-02] [C-04] [C-11]', async () => {
  const code = await aCode();
  const buyer = await buy({ accounts: 3, code: ` ${code.toLowerCase()} `, amount: 69.6 });
  expect(await cashOf(buyer)).toBe(6960);
  expect(await linesOf(buyer)).toEqual([{ kind: 'charge', quantity: 3, unitMinor: 2320, netMinor: 6960, off: 1740 }]);
  const plan = await planOf(buyer);
  expect(plan.amountToBePaidOnRenewal).toBe(69.6);
  expect(plan.mailSuiteDetails?.discount).toEqual({
    ...{ displayCode: code, type: 'percentage', value: 20, expiryDate: dayIn(400) },
  });
  const orderItems = [{ orderType: 'MailSuite' as const, action: 'buyMoreAccounts' as const, noOfAccounts: 2 }];
  const more = await app.must(calculateCharge, { orderItems }, { token: buyer.token });
  expect([more.amountToBePaid, more.lines[0]?.discount]).toEqual([
    46.4,
    { displayCode: code, expiryDate: dayIn(400), unitPrice: 29, amount: 11.6 },
  ]);
  expect(more.nextCharge?.amount).toBe(116);
  const paid = await app.must(startPayment, { quoteId: more.quoteId }, { token: buyer.token });
  if (paid.stripeSecret !== null) await payByCard(app, paid.stripeSecret);
  await app.must(processPayment, { trackingId: paid.trackingId }, { token: buyer.token });
  // Premium is 58.00: five less a fifth are 232.00, and all that was paid for Pro comes off, 69.60 and 46.40.
  const upgrade = [{ orderType: 'MailSuite' as const, action: 'upgradePlan' as const, planId: 56 }];
  const higher = await app.must(calculateCharge, { orderItems: upgrade }, { token: buyer.token });
  expect(higher.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['charge', 232],
    ['carry-forward', 69.6],
    ['carry-forward', 46.4],
  ]);
  const { charges } = await app.must(readBillingOverview, {}, { token: buyer.token });
  expect(charges[0]?.lines[0]).toMatchObject({ amount: 116, unitPrice: 23.2, discount: { unitPrice: 29, amount: 29 } });
  await runDueWork(app.deps, new Date(app.clock.now().getTime() + 366 * DAY));
  expect(await cashOf(buyer)).toBe(6960 + 4640 + 11_600);
  expect(await reconcile(app.deps, { from: new Date(0), to: new Date('2100-01-01') })).toEqual([]);
});

test('a code that has ended by the renewal takes nothing off, and the buyer reads that before [P-11] [C-11]', async () => {
  const buyer = await buy({ accounts: 1, code: await aCode({ expiresOn: dayIn(30) }), amount: 23.2 });
  expect((await planOf(buyer)).amountToBePaidOnRenewal).toBe(29);
  await runDueWork(app.deps, new Date(app.clock.now().getTime() + 366 * DAY));
  expect(await cashOf(buyer)).toBe(2320 + 2900);
});

test('an order keeps what its code said, whatever becomes of the code; nobody else can enter it any more [P-11] [B-9]', async () => {
  const code = await aCode();
  const buyer = await buy({ accounts: 1, code, amount: 23.2 });
  const token = await openLink(app, await aPurchaseLink(app));
  await app.deps.db.asSystem((tx) =>
    tx.update(discount).set({ retiredAt: app.clock.now() }).where(sql`display_code = ${code}`),
  );
  expect(await fieldOf(token, code)).toBe('discountCode: unknown_code');
  expect((await planOf(buyer)).amountToBePaidOnRenewal).toBe(23.2);
});

test('a trial is bought with a code for what it becomes, unless the code ends before [P-11] [T-02]', async () => {
  const trial = { planType: 'trial', accounts: 2, amount: 0 };
  const buyer = await buy({ ...trial, code: await aCode() });
  expect((await planOf(buyer)).amountToBePaidOnRenewal).toBe(46.4);
  const { answer } = await fix({ ...trial, code: await aCode({ expiresOn: dayIn(89) }) });
  expect(answer).toMatchObject({ ok: false, code: 'VALIDATION_FAILED' });
});

test('a code that takes everything off needs no card, and the first charge is the one after it [P-11]', async () => {
  const terms = { email_account: { type: 'flat' as const, amounts: { EUR: 5000 } } };
  const buyer = await buy({ accounts: 2, code: await aCode({ terms, expiresOn: dayIn(1) }), amount: 0 });
  expect([await cashOf(buyer), (await planOf(buyer)).amountToBePaidOnRenewal]).toEqual([0, 58]);
  const [row] = await app.deps.db.asSystem((tx) =>
    tx.select().from(orderBilling).where(sql`customer_id = ${buyer.customerId}`),
  );
  expect([row?.paid, row?.firstPriceMinor], 'nothing was charged, so nothing can come off an upgrade').toEqual([
    [],
    2900,
  ]);
});

test('an amount that isn’t the discounted one is refused, with and without the code [PUR-09]', async () => {
  const code = await aCode();
  for (const amount of [29, 23.19]) {
    const { answer } = await fix({ accounts: 1, code, amount });
    expect(answer).toMatchObject({ code: 'AMOUNT_CHANGED', problem: { attrs: { chargeableAmount: 23.2 } } });
  }
  const { token, wish } = await fix({ accounts: 1, code, amount: 23.2 });
  const { discountCode: _, ...without } = wish;
  expect(await app.call(initiatePurchase, without, { token })).toMatchObject({ code: 'AMOUNT_CHANGED' });
  const full = await app.must(initiatePurchase, { ...without, chargeableAmount: 29 }, { token });
  expect(full.chargeableAmount, 'giving the code up starts another attempt').toBe(29);
});

test('a code that can’t be used is refused at its field, and says why [PUR-09]', async () => {
  const link = await aPurchaseLink(app);
  const token = await openLink(app, link);
  const flat = { type: 'flat' as const, amounts: { USD: 100 } };
  const codes = {
    'discountCode: unknown_code': 'NO-SUCH-CODE',
    'discountCode: code_ended': await aCode({ expiresOn: dayIn(-1) }),
    'discountCode: code_not_for_this': await aCode({ terms: { email_account: flat } }),
    usable: await aCode({ expiresOn: dayIn(0) }),
  };
  for (const [expected, code] of Object.entries(codes)) expect(await fieldOf(token, code)).toBe(expected);
  const ofOthers = await aCode({ partnerIds: [app.otherPartner.partnerId] });
  expect(await fieldOf(token, ofOthers), 'another partner’s code looks like none').toBe('discountCode: unknown_code');
  expect(await fieldOf(token, ''), 'nothing was typed').toContain('discountCode');
});

test('fifty guesses at once over two processes check ten codes, the right one is refused for a while, the link’s own isn’t [PUR-09]', async () => {
  const [right, own] = [await aCode(), await aCode()];
  const token = await openLink(app, await aPurchaseLink(app, { claims: { discountCode: own } }));
  const guess = (discountCode: string, target = app) => target.call(readDiscount, { discountCode }, { token });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => guess(`GUESS-${at}`, at % 2 === 0 ? app : pair.second)),
  );
  const codes = answers.map((answer) => (answer.ok ? 'usable' : answer.code));
  expect(codes.filter((code) => code === 'VALIDATION_FAILED')).toHaveLength(10);
  expect(new Set(codes)).toEqual(new Set(['VALIDATION_FAILED', 'TOO_MANY_ATTEMPTS']));
  expect(await guess(right)).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
  expect(await guess(own, pair.second)).toMatchObject({ ok: true, body: { discount: { displayCode: own } } });
  await app.deps.db.asSystem((tx) =>
    rowsOf(tx, sql`delete from rate_limit where key like 'guess/discount/%' returning key`),
  );
});

test('a partner that takes the payment is told the discounted amount and the code [PAY-05] [P-11]', async () => {
  const partner = app.otherPartner;
  await payAtPartner(app.deps, partner);
  const code = await aCode();
  const { answer } = await fix({ partner, accounts: 3, code, amount: 69.6 });
  if (!answer.ok) throw new Error(answer.code);
  expect(decodeJwt(answer.body.jwt ?? '')).toMatchObject({ amount: '69.60', currency: 'EUR', discountCode: code });
  expect(answer.body.chargeableAmount).toBe(toAmountNumber(6960));
});
