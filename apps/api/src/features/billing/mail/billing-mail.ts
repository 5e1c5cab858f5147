import type { ScheduledRefusal } from '@postern/domain/billing';
import { formatMoney } from '@postern/domain/money';
import type { Currency } from '@postern/domain/money';
import type { PaymentTaker } from '@postern/domain/partners';
import type { MailFacts, MailTemplate, MailText } from '../../../feature/feature.ts';
import { type TextKey, textsIn } from '../../../texts/texts-in.ts';
import { renderMail } from '../../notifications/public.ts';

/** What a mail about an order reports; its header `X-Postern-Kind`. */
export type BillingMail =
  | 'renewal-reminder'
  | 'trial-ending'
  | 'receipt'
  | 'payment-failed'
  | 'confirm-payment'
  | 'suspended'
  | 'deletion-warning'
  | 'deleted'
  | 'cancelled'
  | 'reactivated'
  | 'add-on-trial-ending'
  | 'add-on-ended'
  | 'change-blocked'
  | 'change-dropped';

type Attrs = {
  partnerId: number;
  locale: string;
  kind: BillingMail;
  domain: string;
  /** The instant that the mail is about, ISO 8601: its `Date`. */
  at: string;
  /** When the order ends or renews, ISO 8601; null: never. */
  endsAt: string | null;
  amount: { minor: number; currency: string } | null;
  /** The add-on's name, in the reader's language. Jobs queued by the previous release have none. */
  addOn?: string | null;
  /** The plan's name that was chosen for the renewal, and why it can't be had; absent: it could at that moment. */
  plan?: string | null;
  refusal?: ScheduledRefusal;
  /** Who takes the customer's money, which then sends the invoice; absent: the panel. */
  taker?: PaymentTaker;
};
/** The panel's page of billing. Spec 2 §2. */
const BILLING_PATH = '/billing-and-subscription';
const MILLIS_A_DAY = 86_400_000;
/** Days from the stop of the service to the end of its data. Spec 2 §9. */
const DELETION_DAYS = 30;

/** The text below the lead, apart from whom to ask. */
const LINES: Partial<Record<BillingMail, TextKey>> = {
  'renewal-reminder': 'billing.renewal-reminder.line',
  'trial-ending': 'billing.trial-ending.line',
  receipt: 'billing.receipt.line',
  'payment-failed': 'billing.noPayment',
  'confirm-payment': 'billing.noPayment',
  suspended: 'billing.suspended.line',
  cancelled: 'billing.cancelled.line',
  'add-on-trial-ending': 'billing.add-on-trial-ending.line',
  'add-on-ended': 'billing.add-on-ended.line',
  'change-blocked': 'billing.change-blocked.line',
  'change-dropped': 'billing.change-dropped.line',
};

/** Why the plan that was chosen can't be had. */
const REASONS: Record<ScheduledRefusal['reason'], TextKey> = {
  TOO_MANY_MAILBOXES: 'billing.change.tooMany',
  STORED_MAIL_TOO_LARGE: 'billing.change.tooLarge',
};

type Words = { subject: TextKey; lead: TextKey; line?: TextKey | undefined };

/** Wording for customers whom the partner bills. */
const BILLED: Partial<Record<BillingMail, Words>> = {
  'renewal-reminder': { subject: 'billing.renewal-reminder.subject', lead: 'billing.renewal-reminder.bill.lead' },
  'trial-ending': { subject: 'billing.trial-ending.subject', lead: 'billing.trial-ending.bill.lead' },
  receipt: { subject: 'billing.receipt.partner.subject', lead: 'billing.receipt.partner.lead' },
};

/** Wording for customers who pay on the partner's page. */
const AT_PARTNER: Partial<Record<BillingMail, Words>> = {
  'renewal-reminder': {
    subject: 'billing.renewal-reminder.partner.subject',
    lead: 'billing.renewal-reminder.partner.lead',
  },
  'trial-ending': { subject: 'billing.trial-ending.subject', lead: 'billing.trial-ending.partner.lead' },
  receipt: { subject: 'billing.receipt.partner.subject', lead: 'billing.receipt.partner.lead' },
  'payment-failed': {
    subject: 'billing.payment-failed.partner.subject',
    lead: 'billing.payment-failed.partner.lead',
    line: 'billing.noPayment',
  },
};

const OTHER_WORDS: Partial<Record<PaymentTaker, typeof BILLED>> = { partner: BILLED, 'partner-page': AT_PARTNER };

const wordsOf = ({ kind, taker = 'panel' }: Attrs): Words =>
  OTHER_WORDS[taker]?.[kind] ?? {
    subject: `billing.${kind}.subject`,
    lead: `billing.${kind}.lead`,
    line: LINES[kind],
  };

const write = (publicUrl: string, { attrs, companyName, supportEmail }: MailFacts<Attrs>): MailText => {
  const { kind, domain, amount, at, endsAt, addOn, refusal } = attrs;
  const { text, locale } = textsIn(attrs.locale);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const facts = {
    domain,
    addOn: addOn ?? '',
    plan: attrs.plan ?? '',
    ...(refusal?.reason === 'TOO_MANY_MAILBOXES' ? { active: refusal.activeAccounts, limit: refusal.limit } : {}),
    company: companyName,
    amount: amount === null ? '' : formatMoney(amount.minor, amount.currency as Currency, locale),
    day: endsAt === null ? '' : format.format(new Date(endsAt)),
    deletedOn: format.format(new Date(Date.parse(at) + DELETION_DAYS * MILLIS_A_DAY)),
  };
  const isInvoicedHere = (attrs.taker ?? 'panel') === 'panel';
  const label = text(kind === 'receipt' && isInvoicedHere ? 'billing.seeInvoice' : 'billing.openPanel');
  // A person who isn't signed in gets there after the sign-in. Once everything is deleted, there is nothing to open.
  const action = kind === 'deleted' ? undefined : { href: new URL(BILLING_PATH, publicUrl).href, label };
  const { subject, lead, line } = wordsOf(attrs);
  const mail = renderMail({
    subject: text(subject, facts),
    lead: text(lead, facts),
    lines: [
      ...(refusal ? [text(REASONS[refusal.reason], facts)] : []),
      ...(line ? [text(line, facts)] : []),
      text('billing.help', { supportEmail }),
    ],
    companyName,
    ...(action && { action }),
  });
  return { ...mail, kind, at: new Date(at) };
};

/** One template for all news of an order: the kind is in the job's data. */
export const BILLING_MAIL: MailTemplate<Attrs> = {
  template: 'billing',
  write: ({ publicUrl }, facts) => write(publicUrl, facts),
};
