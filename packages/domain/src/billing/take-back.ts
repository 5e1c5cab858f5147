import { roundHalfAwayFromZero } from '../money/index.ts';
import type { PlainDate } from '../dates/index.ts';
import { fundsOf, grossOf, joined, sumOf, takesShare, UNKNOWN } from './funds.ts';
import { shareLeft, shareOf } from './share.ts';
import type { CreditFund, Fund, PaidLine, Period, Subject, TaxRate } from './subscription.ts';

/** What is left of what a customer has paid: the lines of the period, and the credit. */
export type Holdings = { paid: readonly PaidLine[]; credit: readonly CreditFund[] };

/** The credit as one amount. */
export const creditOf = ({ credit }: Pick<Holdings, 'credit'>): number => sumOf(credit);

/** An invoice, with what has become of its money. */
export type Charged = {
  journalKey: string;
  totalMinor: number;
  /** What a card and what the customer's credit paid of it. */
  paidMinor: number;
  creditMinor: number;
  /** The sums of its credit notes, and what of them went back to the card: both positive. */
  givenMinor: number;
  givenToCardMinor: number;
  /** What banks have kept of it. */
  lostMinor: number;
  /** The lines that it charged. */
  charges: readonly (Period & { subject: Subject['kind']; amountMinor: number; taxes: readonly TaxRate[] })[];
};

/** What a card paid and still has not got back. */
const keptOf = ({ paidMinor, givenToCardMinor, lostMinor }: Charged): number =>
  Math.max(0, paidMinor - givenToCardMinor - lostMinor);

const creditFrom = ({ credit }: Holdings, { journalKey }: Charged): number =>
  sumOf(credit.filter(({ payment }) => payment === journalKey));

/** The money of others that an invoice was paid with by credit, as far as lines still hold it. */
function paidByCredit({ paid }: Holdings, charged: Charged) {
  const held = paid.flatMap(fundsOf);
  const isOfSale = ({ sale, payment }: Fund) => sale === charged.journalKey && payment !== charged.journalKey;
  const isUnknown = ({ sale }: Fund) => sale === UNKNOWN;
  const matches = held.some(({ sale }) => sale === charged.journalKey) ? isOfSale : isUnknown;
  const { creditMinor, givenMinor, givenToCardMinor } = charged;
  const leftMinor = Math.max(0, creditMinor - (givenMinor - givenToCardMinor));
  return {
    matches,
    heldMinor: sumOf(held.filter(matches)),
    amountMinor: Math.min(leftMinor, sumOf(held.filter(matches))),
  };
}

/**
 * How much of an invoice can be given back: to the card what it paid, less what has become credit; as credit also what credit had paid, as
 * long as it isn't used up. Rule C-02.
 */
export function mostToGiveBack(held: Holdings, charged: Charged): { card: number; credit: number } {
  const left = Math.max(0, charged.totalMinor - charged.givenMinor);
  const ofCard = Math.max(0, keptOf(charged) - creditFrom(held, charged));
  return { card: Math.min(left, ofCard), credit: Math.min(left, ofCard + paidByCredit(held, charged).amountMinor) };
}

/** Credit with more money of a payment. */
export const withCredit = (credit: readonly CreditFund[], more: CreditFund): CreditFund[] => joined([...credit, more]);

/** A part of an invoice was given back: so much of its money leaves the lines, and becomes credit if it isn't the card's again. Rule C-02. */
export function afterRefund(
  held: Holdings,
  charged: Charged,
  { amountMinor, to, today }: { amountMinor: number; to: 'card' | 'credit'; today: PlainDate },
): Holdings {
  const byCredit = to === 'card' ? null : paidByCredit(held, charged);
  const creditPart = Math.min(amountMinor, byCredit?.amountMinor ?? 0);
  const moved =
    byCredit === null || creditPart === 0
      ? { paid: held.paid, taken: [] }
      : takeFromLines(held.paid, byCredit.matches, takesShare(creditPart, byCredit.heldMinor));
  const ofCard = amountMinor - creditPart;
  const { paid } = takeFromPayment({ ...held, paid: moved.paid }, charged, {
    ...{ amountMinor: ofCard, today, withCredit: false },
    ofMinor: keptOf(charged) - creditFrom(held, charged),
  });
  if (to === 'card') return { paid, credit: held.credit };
  const given = [...moved.taken, { payment: charged.journalKey, amountMinor: ofCard }];
  return {
    paid,
    credit: joined([
      ...held.credit,
      ...given.map(({ payment, amountMinor: minor }) => ({ payment, amountMinor: minor })),
    ]),
  };
}

/** A bank has kept a part of a payment: so much of its money is gone, wherever it is by now. Rule C-02. */
export function afterLoss(
  held: Holdings,
  charged: Charged,
  { amountMinor, today }: { amountMinor: number; today: PlainDate },
): Holdings {
  return takeFromPayment(held, charged, { amountMinor, today, ofMinor: keptOf(charged), withCredit: true });
}

type Taking = { amountMinor: number; ofMinor: number; today: PlainDate; withCredit: boolean };

/** Takes the same share of a payment's money from every place where it is. */
function takeFromPayment(held: Holdings, charged: Charged, taking: Taking): Holdings {
  const { amountMinor, ofMinor, withCredit } = taking;
  if (amountMinor <= 0) return held;
  const isOfPayment = ({ payment }: CreditFund) => payment === charged.journalKey;
  const isKnown = held.credit.some(isOfPayment) || held.paid.some(({ funds = [] }) => funds.some(isOfPayment));
  if (!isKnown)
    return takeUnknown(held, charged, { ...taking, amountMinor: Math.min(amountMinor, Math.max(0, ofMinor)) });
  const share = amountMinor < ofMinor ? takesShare(amountMinor, ofMinor) : takesShare(1, 1);
  const { paid } = takeFromLines(held.paid, isOfPayment, share);
  const credit = withCredit
    ? held.credit.map((fund) =>
        isOfPayment(fund) ? { ...fund, amountMinor: fund.amountMinor - share(fund.amountMinor) } : fund,
      )
    : held.credit;
  return { paid, credit: joined(credit) };
}

/** Takes money out of lines, and says which. A line loses as much of its amount as of its money. */
function takeFromLines(
  paid: readonly PaidLine[],
  matches: (fund: Fund) => boolean,
  share: (amountMinor: number) => number,
): { paid: PaidLine[]; taken: Fund[] } {
  const taken: Fund[] = [];
  const after = paid.flatMap((line) => {
    const funds = fundsOf(line);
    if (!funds.some(matches)) return [line];
    const left = funds.map((fund) => {
      const part = matches(fund) ? share(fund.amountMinor) : 0;
      taken.push({ ...fund, amountMinor: part });
      return { ...fund, amountMinor: fund.amountMinor - part };
    });
    return lineWith(line, joined(left));
  });
  return { paid: after, taken };
}

/** A line with less money than it had; none if nothing of it is left. */
function lineWith(line: PaidLine, funds: Fund[]): PaidLine[] {
  const before = sumOf(fundsOf(line));
  const amountMinor = roundHalfAwayFromZero(BigInt(line.amountMinor) * BigInt(sumOf(funds)), before);
  return amountMinor > 0 ? [{ ...line, amountMinor, funds }] : [];
}

/**
 * The same where a former release took the payment and kept nothing of where its money is. A line of the same days is the one that it paid,
 * also if the renewal has moved. Anything else has been carried on: what its days would be worth today comes off other money of that time.
 */
function takeUnknown(held: Holdings, { charges }: Charged, { amountMinor, today, withCredit }: Taking): Holdings {
  const total = charges.reduce((sum, charge) => sum + grossOf(charge), 0);
  if (total === 0) return held;
  const share = takesShare(amountMinor, total);
  let { paid } = held;
  let missing = 0;
  for (const charge of charges) {
    const part = share(grossOf(charge));
    const own = paid.find(
      (line) =>
        line.funds === undefined &&
        line.subject.kind === charge.subject &&
        line.from === charge.from &&
        line.to >= charge.to,
    );
    if (own === undefined) missing += shareOf(part, shareLeft(charge, today));
    else paid = paid.flatMap((line) => (line === own ? lessBy(own, part) : [line]));
  }
  const isUnknown = ({ payment }: CreditFund) => payment === UNKNOWN;
  paid = paid.flatMap((line) => {
    const worth = shareOf(sumOf(fundsOf(line).filter(isUnknown)), shareLeft(line, today));
    const part = Math.min(worth, missing);
    if (part === 0) return [line];
    missing -= part;
    return takeFromLines([line], isUnknown, takesShare(part, worth)).paid;
  });
  if (!withCredit) return { paid, credit: held.credit };
  const owed = sumOf(held.credit.filter(isUnknown));
  const taken = Math.min(owed, missing);
  const credit = held.credit.map((fund) =>
    isUnknown(fund) ? { ...fund, amountMinor: fund.amountMinor - taken } : fund,
  );
  return { paid, credit: joined(credit) };
}

/** A line of a former release, less an amount with tax. */
function lessBy(line: PaidLine, amountMinor: number): PaidLine[] {
  const before = grossOf(line);
  const left = roundHalfAwayFromZero(BigInt(line.amountMinor) * BigInt(Math.max(0, before - amountMinor)), before);
  return left > 0 ? [{ ...line, amountMinor: left }] : [];
}
