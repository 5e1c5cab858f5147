import { isPlainDate, startOfDayMillis } from '@postern/domain/dates';
import { toDecimalString } from '@postern/domain/money';
import { type Command, type Options, textOption, UsageError } from '../../feature/command.ts';
import { listOpenDisputes } from './dispute-repository.ts';
import { type DisputeLoss, listDisputeLosses } from './list-losses.ts';

const MILLIS_A_DAY = 86_400_000;

export const disputeCommands: Record<string, Command> = {
  'billing disputes': {
    usage: 'list the payments that payers’ banks take back, the nearest deadline first',
    options: [],
    run: async ({ db }) => ({
      disputes: (await db.asSystem((tx) => listOpenDisputes(tx))).map(
        ({ disputeId, status, reason, amountMinor, currency, respondBy, openedAt, customerId, orderId, intentId }) => ({
          ...{ disputeId, status, reason, amount: toDecimalString(amountMinor), currency },
          ...{ respondBy, openedAt, customerId, orderId, intentId },
        }),
      ),
    }),
  },
  'billing dispute-losses': {
    usage:
      '--from YYYY-MM-DD --to YYYY-MM-DD   list the payments that banks have kept, with the invoice of each and the tax in it, for the tax adviser',
    options: ['from', 'to'],
    run: async ({ db }, options) => {
      const [from, to] = [dayOption(options, 'from'), dayOption(options, 'to') + MILLIS_A_DAY];
      return { losses: (await listDisputeLosses(db, { from: new Date(from), to: new Date(to) })).map(toLoss) };
    },
  },
};

const toLoss = ({ disputeId, customerId, closedAt, currency, lostMinor, invoice }: DisputeLoss) => ({
  ...{ disputeId, customerId, closedAt, currency, lost: toDecimalString(lostMinor) },
  invoice: invoice?.number ?? null,
  issuedOn: invoice?.issuedOn ?? null,
  country: invoice?.country ?? null,
  net: invoice === null ? null : toDecimalString(invoice.netMinor),
  taxes: (invoice?.taxes ?? []).map(({ name, rateBasisPoints, taxMinor }) => ({
    ...{ name, ratePercent: rateBasisPoints / 100, tax: toDecimalString(taxMinor) },
  })),
});

function dayOption(options: Options, name: string): number {
  const text = textOption(options, name);
  if (!isPlainDate(text)) throw new UsageError(`--${name} must be a date such as 2026-01-31.`);
  return startOfDayMillis(text);
}
