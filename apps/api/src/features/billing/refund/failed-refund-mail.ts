import { formatMoney } from '@postern/domain/money';
import type { Currency } from '@postern/domain/money';
import type { Queryable } from '../../../db/client.ts';
import type { MailTemplate } from '../../../feature/feature.ts';
import type { Services } from '../../../feature/services.ts';
import { derivedId } from '../../../runtime/ids.ts';
import { findSeller } from '../../invoices/public.ts';
import { enqueueMail, renderMail } from '../../notifications/public.ts';
import type { FailedRefund } from './failed-refund-row.ts';

type Attrs = {
  partnerId: number;
  locale: string;
  refundId: string;
  creditNote: string | null;
  amountMinor: number;
  currency: string;
  failure: string | null;
};

/** The mail that tells the operator that a refund never arrived. In English, like everything that only operators read. */
export const FAILED_REFUND_MAIL: MailTemplate<Attrs> = {
  template: 'failed-refund',
  write: (_deps, { attrs, companyName }) => {
    const { refundId, creditNote, failure } = attrs;
    const amount = formatMoney(attrs.amountMinor, attrs.currency as Currency, 'en');
    return renderMail({
      subject: 'A refund failed',
      lead: `The payer's bank didn't take a refund of ${amount}. The gateway has put the money back on your balance, and you still owe it.`,
      lines: [
        ...(creditNote === null ? [] : [`Credit note: ${creditNote}. It stays as it is.`]),
        `Refund: ${refundId}${failure === null ? '' : ` (${failure})`}`,
        `Ask the customer how they want to be paid, then run "refund-again --refund ${refundId} --to card", or "--to credit", or "--to elsewhere" once you have paid by hand.`,
      ],
      companyName,
    });
  },
};

/** Enqueues the mail to the seller's address, once for each refund. */
export async function mailFailedRefund(
  tx: Queryable,
  { jobs, log }: Pick<Services, 'jobs' | 'log'>,
  row: FailedRefund,
): Promise<void> {
  const { refundId, partnerId, creditNote, amountMinor, currency, failure } = row;
  log.error({ refundId, creditNote, failure }, 'refund failed: the money is owed to the customer');
  const { details } = await findSeller(tx, partnerId);
  if (details.email === null) return;
  await enqueueMail(tx, jobs, FAILED_REFUND_MAIL, {
    messageId: derivedId('failed-refund-mail', refundId),
    to: details.email,
    attrs: { partnerId, locale: 'en', refundId, creditNote, amountMinor, currency, failure },
  });
}
