import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysBetween, plainDateOf, startOfDayMillis } from '../dates/index.ts';
import { CYCLE_MONTHS } from '../plans/index.ts';
import type { Change, PlanOffer } from './change.ts';
import { fundSale } from './fund-sale.ts';
import { creditFundsOf, grossOf, sumOf } from './funds.ts';
import { buyAccounts, buyAddOn, changeRenewalDate, renew, settle, upgradePlan } from './index.ts';
import type { CreditFund, Fund, PaidLine, Subscription, TaxRate } from './subscription.ts';
import { afterLoss, afterRefund, type Charged, type Holdings, mostToGiveBack } from './take-back.ts';
import { FREE, MIDDLE, STORAGE } from './testing/samples.ts';

const START = '2027-04-01';
const CYCLES = ['monthly', 'yearly', 'two_yearly'] as const;
type Cycle = (typeof CYCLES)[number];

const step = fc.record({
  days: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 200 })),
  action: fc.constantFrom('accounts', 'upgrade', 'add-on', 'date', 'refund-card', 'refund-credit', 'lost'),
  count: fc.integer({ min: 1, max: 12 }),
  plan: fc.integer({ min: 1, max: 4 }),
  cycle: fc.constantFrom(...CYCLES),
  /** Which of the invoices so far, and how much of what there is, in percent. */
  which: fc.nat({ max: 20 }),
  part: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 100 })),
  isHeld: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const histories = fc.array(step, { minLength: 1, maxLength: 20 });

const daysAfter = (date: string, days: number) => plainDateOf(startOfDayMillis(date) + days * 86_400_000);
const offerOf = (plan: number, billingCycle: Cycle): PlanOffer => {
  const priceMinor = 137 * plan * CYCLE_MONTHS[billingCycle] - plan;
  return {
    planId: plan,
    kind: 'paid',
    zIndex: plan * 10,
    accountLimit: 9999,
    billingCycle,
    price: { priceMinor, firstPriceMinor: priceMinor },
  };
};
const wishOf = ({ plan, cycle, count }: Pick<Step, 'plan' | 'cycle' | 'count'>, { planId, addOns }: Subscription) => ({
  ...{
    offer: offerOf(plan, cycle),
    presentZIndex: planId * 10,
    noOfAccounts: count,
    monthExtension: 0,
    hasMonthOffer: false,
  },
  addOnPrices: Object.fromEntries(addOns.map(({ addOnId }) => [addOnId, 100 * CYCLE_MONTHS[cycle]])),
});

/** A customer who really pays, and what is known of it. */
type World = {
  now: Subscription;
  credit: readonly CreditFund[];
  invoices: Charged[];
  taxes: readonly TaxRate[];
  day: string;
};
const holdingsOf = ({ now, credit }: World): Holdings => ({ paid: now.paid, credit });
const keptOf = ({ paidMinor, givenToCardMinor, lostMinor }: Charged) => paidMinor - givenToCardMinor - lostMinor;

function pay(world: World, change: Change, isHeld = false): World {
  const creditMinor = sumOf(world.credit);
  const sum = settle(change.lines, creditMinor, isHeld ? 0 : creditMinor);
  const journalKey = `payment/${world.invoices.length + 1}`;
  const { paid, ...funded } = fundSale({
    journalKey,
    lines: change.lines,
    sum,
    paid: change.after.paid,
    credit: world.credit,
  });
  const credit = creditFundsOf(sum.creditLeftMinor, funded.credit);
  const own = paid.flatMap(({ funds = [] }) => funds).filter(({ payment }) => payment === journalKey);
  if (world.taxes.length === 0) expect(sumOf(own), 'all that the card paid is in the lines').toBe(sum.toPayMinor);
  const invoice: Charged = {
    ...{
      journalKey,
      totalMinor: Math.max(0, sum.totalMinor),
      paidMinor: sum.toPayMinor,
      creditMinor: sum.creditUsedMinor,
    },
    ...{ givenMinor: 0, givenToCardMinor: 0, lostMinor: 0 },
    charges: change.lines.flatMap((line) => (line.kind === 'charge' ? [{ ...line, subject: line.subject.kind }] : [])),
  };
  return { ...world, now: { ...change.after, paid }, credit, invoices: [...world.invoices, invoice] };
}

function renewed(world: World): World {
  let after = world;
  while (after.now.period !== null && after.now.period.to <= world.day) {
    const facts = {
      taxes: world.taxes,
      restartOn: null,
      trialBecomes: null,
      scheduledRefusal: null,
      activeAccounts: 0,
      addOnPriceOf: () => null,
    };
    const change = renew(after.now, facts);
    if (change === null) break;
    after = pay(after, change);
  }
  return after;
}

function act(world: World, wanted: Step): World {
  const { now, taxes, day } = world;
  const remainingDays = now.period === null ? null : daysBetween(day, now.period.to);
  const facts = { ...MIDDLE, today: day, remainingDays, activeAccounts: 1, taxes };
  const { action, count } = wanted;
  if (action === 'refund-card' || action === 'refund-credit')
    return refund(world, wanted, action === 'refund-card' ? 'card' : 'credit');
  if (action === 'lost') return lose(world, wanted);
  const outcome = {
    accounts: () => buyAccounts(now, count, facts),
    upgrade: () => upgradePlan(now, wishOf(wanted, now), facts),
    'add-on': () => buyAddOn(now, { ...STORAGE, quantity: count, placesLeft: null }, facts),
    date: () => changeRenewalDate(now, count, facts),
  }[action]();
  return outcome.ok ? pay(world, outcome.value, wanted.isHeld) : world;
}

const chosen = ({ invoices }: World, { which }: Step): number => which % Math.max(1, invoices.length);
const partOf = (most: number, { part }: Step) => Math.ceil((most * part) / 100);

function refund(world: World, wanted: Step, to: 'card' | 'credit'): World {
  const at = chosen(world, wanted);
  const invoice = world.invoices[at];
  if (invoice === undefined) return world;
  const amountMinor = partOf(mostToGiveBack(holdingsOf(world), invoice)[to], wanted);
  if (amountMinor === 0) return world;
  const { paid, credit } = afterRefund(holdingsOf(world), invoice, { amountMinor, to, today: world.day });
  const givenToCardMinor = invoice.givenToCardMinor + (to === 'card' ? amountMinor : 0);
  const given = { ...invoice, givenMinor: invoice.givenMinor + amountMinor, givenToCardMinor };
  return { ...world, now: { ...world.now, paid }, credit, invoices: world.invoices.with(at, given) };
}

function lose(world: World, wanted: Step): World {
  const at = chosen(world, wanted);
  const invoice = world.invoices[at];
  if (invoice === undefined) return world;
  const amountMinor = partOf(keptOf(invoice), wanted);
  const { paid, credit } = afterLoss(holdingsOf(world), invoice, { amountMinor, today: world.day });
  const lost = { ...invoice, lostMinor: invoice.lostMinor + amountMinor };
  return { ...world, now: { ...world.now, paid }, credit, invoices: world.invoices.with(at, lost) };
}

/** Every state from the first purchase on, with what was done. */
function live(history: readonly Step[], taxes: readonly TaxRate[]): { before: World; after: World; wanted: Step }[] {
  const bought = upgradePlan(FREE, wishOf({ plan: 1, cycle: 'yearly', count: 10 }, FREE), {
    ...{ ...MIDDLE, today: START, remainingDays: null, taxes },
  });
  if (!bought.ok) throw new Error(bought.code);
  let world = pay({ now: FREE, credit: [], invoices: [], taxes, day: START }, bought.value);
  return history.map((wanted) => {
    const before = renewed({ ...world, day: daysAfter(world.day, wanted.days) });
    world = act(before, wanted);
    return { before, after: world, wanted };
  });
}

const grossOfLines = (paid: readonly PaidLine[]) => paid.reduce((sum, line) => sum + grossOf(line), 0);
const worthOf = (world: World) => grossOfLines(world.now.paid) + sumOf(world.credit);
const fundsIn = ({ now, credit }: World): (CreditFund | Fund)[] => [
  ...now.paid.flatMap(({ funds = [] }) => funds),
  ...credit,
];
const heldOf = (world: World, { journalKey }: Charged) =>
  sumOf(fundsIn(world).filter(({ payment }) => payment === journalKey));

describe('over random histories of paying, changing, giving back and losing', () => {
  test('credit and lines are never worth more than the customer paid and has not got back, in all and of each payment [C-02] [BIL-09]', () => {
    fc.assert(
      fc.property(histories, (history) => {
        for (const { after } of live(history, [])) {
          for (const invoice of after.invoices) expect(heldOf(after, invoice)).toBeLessThanOrEqual(keptOf(invoice));
          expect(worthOf(after)).toBe(sumOf(fundsIn(after)));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('a whole payment that is lost leaves nothing of it, wherever it was carried, and takes nothing of another [C-02] [PAY-02]', () => {
    fc.assert(
      fc.property(histories, (history) => {
        for (const { before, after, wanted } of live(history, []).filter(
          ({ wanted: { action } }) => action === 'lost',
        )) {
          const at = chosen(before, wanted);
          const lost = after.invoices[at];
          for (const other of after.invoices.toSpliced(at, 1)) expect(heldOf(after, other)).toBe(heldOf(before, other));
          const leftMinor = lost === undefined || keptOf(lost) > 0 ? 0 : heldOf(after, lost);
          expect(leftMinor).toBe(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('nothing is taken twice: a refund or a loss takes no more than was given back or lost, and credit grows by what was given as credit [C-02]', () => {
    fc.assert(
      fc.property(histories, (history) => {
        for (const { before, after, wanted } of live(history, [])) {
          const [was, is] = [before, after].map((world) => world.invoices[chosen(before, wanted)]);
          if (was === undefined || is === undefined || is === was) continue;
          const gone = keptOf(was) - keptOf(is);
          const becameCredit = is.givenMinor - was.givenMinor - (is.givenToCardMinor - was.givenToCardMinor);
          expect(worthOf(before) - worthOf(after)).toBeLessThanOrEqual(gone);
          expect(sumOf(after.credit) - sumOf(before.credit)).toBeLessThanOrEqual(becameCredit);
          expect(after.now.paid.length).toBeLessThanOrEqual(before.now.paid.length);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('with taxes the same holds of each payment to the cent, and of lines but for rounding [C-02] [X-01]', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 0, max: 3000 }), (history, rateBasisPoints) => {
        for (const { after } of live(history, [{ name: 'VAT', rateBasisPoints }])) {
          for (const invoice of after.invoices) expect(heldOf(after, invoice)).toBeLessThanOrEqual(keptOf(invoice));
          for (const line of after.now.paid)
            expect(Math.abs(grossOf(line) - sumOf(line.funds ?? []))).toBeLessThanOrEqual(history.length + 2);
        }
      }),
      { numRuns: 300 },
    );
  });
});

const ACCOUNTS = { subject: { kind: 'accounts' as const }, taxes: [] };
const YEAR = { from: '2027-01-01', to: '2028-01-01' };
const OF_YEAR = { ...YEAR, subject: 'accounts' as const, amountMinor: 36_500, taxes: [] };
/** An invoice of 365.00 for a year, taken by a release that kept nothing of where its money is. */
const FORMER: Charged = {
  ...{ journalKey: 'sale/1', totalMinor: 36_500, paidMinor: 36_500, creditMinor: 0 },
  ...{ givenMinor: 0, givenToCardMinor: 0, lostMinor: 0, charges: [OF_YEAR] },
};
const LOST = { amountMinor: 36_500, today: '2027-01-02' };

describe('what a former release took, and kept nothing of', () => {
  test.each<[string, PaidLine[], CreditFund[], PaidLine[], CreditFund[]]>([
    ['in its line', [{ ...ACCOUNTS, ...YEAR, amountMinor: 36_500 }], [], [], []],
    [
      'in its line, whose renewal was moved',
      [{ ...ACCOUNTS, ...YEAR, to: '2028-01-28', amountMinor: 36_500 }],
      [],
      [],
      [],
    ],
    [
      'in the line of an upgrade, with its own money',
      [{ ...ACCOUNTS, ...YEAR, from: '2027-01-02', amountMinor: 72_800 }],
      [],
      [
        {
          ...{ ...ACCOUNTS, ...YEAR, from: '2027-01-02', amountMinor: 36_400 },
          funds: [{ payment: '', sale: '', amountMinor: 36_400 }],
        },
      ],
      [],
    ],
    [
      'partly as credit',
      [{ ...ACCOUNTS, from: '2027-01-02', to: '2029-01-02', amountMinor: 6_000 }],
      [
        { payment: '', amountMinor: 30_400 },
        { payment: 'payment/2', amountMinor: 5 },
      ],
      [],
      [{ payment: 'payment/2', amountMinor: 5 }],
    ],
    [
      'nowhere any more',
      [],
      [{ payment: 'payment/2', amountMinor: 5 }],
      [],
      [{ payment: 'payment/2', amountMinor: 5 }],
    ],
  ])('is taken back %s [C-02]', (_where, paid, credit, paidAfter, creditAfter) => {
    expect(afterLoss({ paid, credit }, FORMER, LOST)).toEqual({ paid: paidAfter, credit: creditAfter });
  });

  test('a payment that is all given back already takes nothing of other money [C-02]', () => {
    const held = { paid: [{ ...ACCOUNTS, ...YEAR, amountMinor: 500 }], credit: [{ payment: '', amountMinor: 500 }] };
    const given = { ...FORMER, givenMinor: 36_500, givenToCardMinor: 36_500 };
    expect(afterLoss(held, given, LOST)).toEqual(held);
  });

  test('a quote of a former release is paid as it is: what it carries is unknown, and so is what its lines were paid with [C-02]', () => {
    const carried = { ...ACCOUNTS, ...YEAR, quantity: 1, unitMinor: 700, days: 365, ofDays: 365, amountMinor: 700 };
    const paid = [{ ...ACCOUNTS, ...YEAR, amountMinor: 300 }];
    const sum = { creditUsedMinor: 0, creditLeftMinor: 405, toPayMinor: 0 };
    const lines = [{ ...carried, kind: 'carry-forward' as const }];
    const credit = [{ payment: 'payment/1', amountMinor: 5 }];
    expect(fundSale({ journalKey: 'payment/2', lines, sum, paid, credit })).toEqual({
      paid,
      credit: [...credit, { payment: '', amountMinor: 400 }],
    });
  });

  test('a refund of an upgrade’s invoice takes what was given back, and of one with tax the net of it [C-02] [X-01]', () => {
    const line = { ...ACCOUNTS, ...YEAR, amountMinor: 72_800 };
    const upgrade = {
      ...FORMER,
      totalMinor: 36_400,
      paidMinor: 36_400,
      charges: [{ ...OF_YEAR, amountMinor: 72_800 }],
    };
    const wish = { amountMinor: 1_000, to: 'card' as const, today: LOST.today };
    expect(afterRefund({ paid: [line], credit: [] }, upgrade, wish).paid).toEqual([{ ...line, amountMinor: 71_800 }]);
    const taxes = [{ name: 'VAT', rateBasisPoints: 2300 }];
    const taxed = {
      ...FORMER,
      totalMinor: 42_804,
      paidMinor: 42_804,
      charges: [{ ...OF_YEAR, amountMinor: 34_800, taxes }],
    };
    const paid = [{ ...ACCOUNTS, ...YEAR, amountMinor: 34_800, taxes }];
    expect(afterRefund({ paid, credit: [] }, taxed, { ...wish, amountMinor: 2_000 }).paid).toEqual([
      { ...paid[0], amountMinor: 33_174 },
    ]);
  });

  test('it leaves the payments of credit that it adds to or uses: what it added is unknown, what it used was the oldest [C-02]', () => {
    const funds = [1, 2].map((number) => ({ payment: `payment/${number}`, amountMinor: 10 }));
    expect(creditFundsOf(25, funds)).toEqual([...funds, { payment: '', amountMinor: 5 }]);
    expect(creditFundsOf(12, funds)).toEqual([{ payment: 'payment/1', amountMinor: 2 }, funds[1]]);
    expect(creditFundsOf(0, [])).toEqual([]);
  });
});
