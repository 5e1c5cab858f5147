import { toDecimalString, toMinor } from '@postern/domain/money';
import { type Command, CommandError, textOption, UsageError } from '../../../feature/command.ts';
import { listOwedRefunds } from './find-failed-refunds.ts';
import { refundAgain } from './refund-again.ts';
import { refundInvoice } from './refund-invoice.ts';

const LONGEST_REASON = 200;

export const refundCommands: Record<string, Command> = {
  refund: {
    usage:
      '--invoice HM-2026-00001 --reason TEXT [--amount 12.50] [--to card|credit]   give back an invoice or a part of it, with a credit note; the same command again gives back nothing more',
    options: ['invoice', 'reason', 'amount', 'to'],
    run: async ({ services }, options) => {
      if (services === null)
        throw new CommandError('NO_SERVER', 'The gateway is asked through the server: start it first.');
      const reason = textOption(options, 'reason').trim();
      if (reason === '' || reason.length > LONGEST_REASON || /\p{Cc}/u.test(reason))
        throw new UsageError(
          `--reason must be one line of at most ${LONGEST_REASON} characters: the credit note shows it.`,
        );
      const amount = options['amount'];
      if (amount !== undefined && (typeof amount !== 'string' || !/^\d{1,9}(\.\d{1,2})?$/.test(amount)))
        throw new UsageError('--amount must look like 12 or 12.50.');
      const to = options['to'] ?? 'card';
      if (to !== 'card' && to !== 'credit') throw new UsageError('--to must be card or credit.');
      const number = textOption(options, 'invoice');
      const amountMinor = amount === undefined ? null : toMinor(amount);
      const note = await refundInvoice(services, { number, amountMinor, reason, to });
      return {
        creditNote: note.number,
        corrects: number,
        amount: toDecimalString(-note.totalMinor),
        currency: note.currency,
        to,
      };
    },
  },
  'billing failed-refunds': {
    usage: 'list the refunds that never reached their payer and are still owed, the oldest first',
    options: [],
    run: async ({ db }) => ({
      refunds: (await listOwedRefunds(db)).map(
        ({
          refundId,
          creditNote,
          amountMinor,
          currency,
          failure,
          failedAt,
          settledTo,
          customerId,
          orderId,
          intentId,
        }) => ({
          ...{ refundId, creditNote, amount: toDecimalString(amountMinor), currency, failure, failedAt },
          ...{ givingBackTo: settledTo, customerId, orderId, intentId },
        }),
      ),
    }),
  },
  'refund-again': {
    usage:
      '--refund ID [--to card|credit|elsewhere]   give back what a failed refund still owes: by another refund, as credit, or past the gateway (then only the books are told); the same command again gives back nothing more',
    options: ['refund', 'to'],
    run: async ({ services }, options) => {
      if (services === null)
        throw new CommandError('NO_SERVER', 'The gateway is asked through the server: start it first.');
      const to = options['to'] ?? 'card';
      if (to !== 'card' && to !== 'credit' && to !== 'elsewhere')
        throw new UsageError('--to must be card, credit or elsewhere.');
      const settled = await refundAgain(services, { refundId: textOption(options, 'refund'), to });
      return {
        ...{ refundId: settled.refundId, creditNote: settled.creditNote, amount: toDecimalString(settled.amountMinor) },
        ...{ currency: settled.currency, to, newRefundId: settled.settledBy },
      };
    },
  },
};
