import { formatMoney } from '@postern/domain/money';
import type { Currency } from '@postern/domain/money';
import type { MailTemplate } from '../../feature/feature.ts';
import { renderMail } from '../notifications/public.ts';

export type DisputeNews = 'opened' | 'inquiry' | 'reminder' | 'won' | 'lost';

type Attrs = {
  partnerId: number;
  locale: string;
  kind: DisputeNews;
  disputeId: string;
  reason: string;
  amountMinor: number;
  currency: string;
  invoice: string | null;
  /** ISO 8601; null: there is nothing to answer. */
  respondBy: string | null;
};

const SUBJECTS: Record<DisputeNews, string> = {
  opened: 'A payment is disputed',
  inquiry: 'A bank asks about a payment',
  reminder: 'Answer a dispute',
  won: 'A dispute is won',
  lost: 'A dispute is lost',
};

const LEADS: Record<DisputeNews, (amount: string) => string> = {
  opened: (amount) => `The payer's bank has taken back ${amount}. The gateway holds the money until the bank decides.`,
  inquiry: (amount) => `The payer's bank asks about a payment of ${amount}. No money has moved yet.`,
  reminder: (amount) => `The dispute of ${amount} isn't answered yet. Without an answer it is lost.`,
  won: (amount) => `The bank has decided for you: ${amount} is yours again.`,
  lost: (amount) => `The bank has decided against you: the payer keeps ${amount}.`,
};

/** The mail that tells the operator about a dispute. In English, like everything that only operators read. */
export const DISPUTE_MAIL: MailTemplate<Attrs> = {
  template: 'dispute',
  write: (_deps, { attrs, companyName }) => {
    const { kind, disputeId, reason, invoice, respondBy } = attrs;
    const amount = formatMoney(attrs.amountMinor, attrs.currency as Currency, 'en');
    const day = respondBy === null ? null : new Date(respondBy).toUTCString();
    return renderMail({
      subject:
        day !== null && kind !== 'won' && kind !== 'lost' ? `${SUBJECTS[kind]}: answer until ${day}` : SUBJECTS[kind],
      lead: LEADS[kind](amount),
      lines: [
        ...(invoice === null ? [] : [`Invoice: ${invoice}`]),
        `Dispute: ${disputeId} (${reason})`,
        ...(day === null
          ? []
          : [`Answer in the gateway's dashboard until ${day}, with the invoice and the last sign-ins.`]),
        ...(kind === 'lost'
          ? [
              'The invoice stays, and no credit note is issued: the service was delivered. Ask your tax adviser about the tax in it; "billing dispute-losses" lists it.',
            ]
          : []),
        ...(kind === 'opened' ? ['Until the bank decides, this order can’t be upgraded or refunded.'] : []),
      ],
      companyName,
    });
  },
};
