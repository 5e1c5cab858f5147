import { isPlainDate, startOfDayMillis } from '@postern/domain/dates';
import { toDecimalString } from '@postern/domain/money';
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { type Command, CommandError, type Options, textOption, UsageError } from '../../feature/command.ts';
import { bookPosting } from '../books/public.ts';
import { invoice } from '../invoices/public.ts';
import { reconcile } from './reconcile.ts';
import { reconcileAgain } from './reconcile-nightly.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MILLIS_A_DAY = 86_400_000;

/** The journal that the invoice of a posting is for: a purchase is paid in one journal and sold in the next. */
const invoiceKey = sql`case when ${bookPosting.purchaseId} is null or ${bookPosting.kind} = 'refund' then ${bookPosting.journalKey} else 'sale/' || ${bookPosting.purchaseId} end`;

export const bookCommands: Record<string, Command> = {
  ledger: {
    usage: '--customer ID | --bundle ID   list the money that a customer or a domain has moved',
    options: ['customer', 'bundle'],
    run: async ({ db }, options) => {
      const by = options['bundle'] === undefined ? 'customer' : 'bundle';
      const id = textOption(options, by);
      if (!UUID.test(id)) throw new UsageError(`--${by} must be an id.`);
      const column = by === 'bundle' ? bookPosting.bundleId : bookPosting.customerId;
      const rows = await db.asSystem((tx) =>
        tx
          .select({ ...getTableColumns(bookPosting), invoiceNumber: invoice.number })
          .from(bookPosting)
          .leftJoin(invoice, eq(invoice.journalKey, invoiceKey))
          .where(and(eq(column, id), inArray(bookPosting.account, ['cash', 'partner-receivable'])))
          .orderBy(bookPosting.at, bookPosting.postingId),
      );
      return rows.map(({ at, kind, amountMinor, currency, reference, quoteId, invoiceNumber }) => ({
        at: at.toISOString(),
        kind,
        amount: toDecimalString(Math.abs(amountMinor)),
        currency,
        reference,
        invoiceNumber,
        quoteId,
      }));
    },
  },
  reconcile: {
    usage:
      '[--from YYYY-MM-DD --to YYYY-MM-DD]   compare books, payments, invoices and gateway; an empty list means that they agree; without days, compares last night’s days again',
    options: ['from', 'to'],
    run: async ({ services }, options) => {
      if (services === null)
        throw new CommandError('NO_SERVER', 'The gateway is asked through the server: start it first.');
      if (options['from'] === undefined && options['to'] === undefined) {
        const again = await reconcileAgain(services);
        return { differences: again?.differences ?? [] };
      }
      const span = {
        from: dayOption(options, 'from'),
        to: new Date(dayOption(options, 'to').getTime() + MILLIS_A_DAY),
      };
      return { differences: await reconcile(services, span) };
    },
  },
};

function dayOption(options: Options, name: string): Date {
  const text = textOption(options, name);
  if (!isPlainDate(text)) throw new UsageError(`--${name} must be a date such as 2026-01-31.`);
  return new Date(startOfDayMillis(text));
}
