import { formatMoney } from '@postern/domain/money';
import type { Currency } from '@postern/domain/money';
import type { MailFacts, MailTemplate, MailText } from '../../../feature/feature.ts';
import { renderMail } from '../../notifications/public.ts';

/** What a mail tells about an order; its header `X-Postern-Kind`. */
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
  | 'reactivated';

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
};
type Facts = { domain: string; amount: string; day: string; deletedOn: string; supportEmail: string };
type Texts = Record<BillingMail, { subject: string; lead: string; lines: string[] }> & {
  openPanel: string;
  seeInvoice: string;
};

/** The panel's page of billing. Spec 2 §2. */
const BILLING_PATH = '/billing-and-subscription';
const MILLIS_A_DAY = 86_400_000;
/** Days from the stop of the service to the end of its data. Spec 2 §9. */
const DELETION_DAYS = 30;

const TEXTS = {
  en: ({ domain, amount, day, deletedOn, supportEmail }: Facts): Texts => {
    const help = `Questions? Write to ${supportEmail}.`;
    return {
      openPanel: 'Open billing',
      seeInvoice: 'See the invoice',
      'renewal-reminder': {
        subject: `${domain} renews on ${day}`,
        lead: `Email for ${domain} renews on ${day}. We will charge ${amount}.`,
        lines: ['If you don’t want that, switch auto-renew off in the panel before that day.', help],
      },
      'trial-ending': {
        subject: `The trial of ${domain} ends on ${day}`,
        lead: `The trial of email for ${domain} ends on ${day}. It then becomes a paid plan, and we will charge ${amount}.`,
        lines: ['If you don’t want that, cancel in the panel before that day.', help],
      },
      receipt: {
        subject: `We received ${amount} for ${domain}`,
        lead: `Thank you. We received ${amount} for email for ${domain}. It is paid until ${day}.`,
        lines: ['The invoice is in the panel, under Billing.', help],
      },
      'payment-failed': {
        subject: `The payment for ${domain} didn’t go through`,
        lead: `We could not charge ${amount} to renew email for ${domain}. Email still works. Check the card in the panel, or pay there now.`,
        lines: ['After seven days without a payment, nobody at this domain can sign in or send.', help],
      },
      'confirm-payment': {
        subject: `Your bank asks you to confirm the payment for ${domain}`,
        lead: `We tried to charge ${amount} to renew email for ${domain}. Your bank wants you to confirm this payment yourself. Sign in to the panel, renew there, and confirm when your bank asks. You haven’t been charged, and email still works.`,
        lines: ['After seven days without a payment, nobody at this domain can sign in or send.', help],
      },
      suspended: {
        subject: `Email for ${domain} has stopped`,
        lead: `The plan of ${domain} has ended. Mail still arrives, but nobody can sign in or send. Renew it in the panel, and everything works again.`,
        lines: [`Without that, all mailboxes and their mail are deleted on ${deletedOn}.`, help],
      },
      'deletion-warning': {
        subject: `Mail of ${domain} will be deleted soon`,
        lead: `The plan of ${domain} has ended and was not renewed. Its mailboxes and all their mail will be deleted soon. Renew it in the panel to keep them.`,
        lines: [help],
      },
      deleted: {
        subject: `The mailboxes of ${domain} were deleted`,
        lead: `The plan of ${domain} ended 30 days ago. Its mailboxes and their mail were deleted today. Your invoices are kept.`,
        lines: [help],
      },
      cancelled: {
        subject: `You cancelled ${domain}`,
        lead: `Email for ${domain} is cancelled. It works until ${day}, and we charge nothing more.`,
        lines: ['If you change your mind, reactivate it in the panel before that day.', help],
      },
      reactivated: {
        subject: `${domain} goes on`,
        lead: `The cancellation of email for ${domain} is taken back. It renews on ${day}.`,
        lines: [help],
      },
    };
  },
  de: ({ domain, amount, day, deletedOn, supportEmail }: Facts): Texts => {
    const help = `Fragen? Schreiben Sie an ${supportEmail}.`;
    return {
      openPanel: 'Abrechnung öffnen',
      seeInvoice: 'Rechnung ansehen',
      'renewal-reminder': {
        subject: `${domain} verlängert sich am ${day}`,
        lead: `E-Mail für ${domain} verlängert sich am ${day}. Wir buchen dann ${amount} ab.`,
        lines: ['Möchten Sie das nicht, schalten Sie die automatische Verlängerung vorher im Panel aus.', help],
      },
      'trial-ending': {
        subject: `Die Testphase von ${domain} endet am ${day}`,
        lead: `Die Testphase von E-Mail für ${domain} endet am ${day}. Danach läuft ein bezahlter Tarif, und wir buchen ${amount} ab.`,
        lines: ['Möchten Sie das nicht, kündigen Sie vorher im Panel.', help],
      },
      receipt: {
        subject: `Wir haben ${amount} für ${domain} erhalten`,
        lead: `Danke. Wir haben ${amount} für E-Mail für ${domain} erhalten. Bezahlt ist bis zum ${day}.`,
        lines: ['Die Rechnung finden Sie im Panel unter „Abrechnung“.', help],
      },
      'payment-failed': {
        subject: `Die Zahlung für ${domain} hat nicht geklappt`,
        lead: `Wir konnten ${amount} für die Verlängerung von E-Mail für ${domain} nicht abbuchen. E-Mail funktioniert weiter. Prüfen Sie die Karte im Panel, oder zahlen Sie dort gleich.`,
        lines: ['Nach sieben Tagen ohne Zahlung kann sich bei dieser Domain niemand mehr anmelden oder senden.', help],
      },
      'confirm-payment': {
        subject: `Ihre Bank bittet Sie, die Zahlung für ${domain} zu bestätigen`,
        lead: `Wir wollten ${amount} für die Verlängerung von E-Mail für ${domain} abbuchen. Ihre Bank möchte, dass Sie diese Zahlung selbst bestätigen. Melden Sie sich im Panel an, verlängern Sie dort, und bestätigen Sie die Zahlung, wenn Ihre Bank danach fragt. Abgebucht wurde nichts, und E-Mail funktioniert weiter.`,
        lines: ['Nach sieben Tagen ohne Zahlung kann sich bei dieser Domain niemand mehr anmelden oder senden.', help],
      },
      suspended: {
        subject: `E-Mail für ${domain} ist angehalten`,
        lead: `Der Tarif von ${domain} ist abgelaufen. E-Mails kommen noch an, aber niemand kann sich anmelden oder senden. Verlängern Sie ihn im Panel, dann funktioniert alles wieder.`,
        lines: [`Sonst werden alle Postfächer mit ihren E-Mails am ${deletedOn} gelöscht.`, help],
      },
      'deletion-warning': {
        subject: `Die E-Mails von ${domain} werden bald gelöscht`,
        lead: `Der Tarif von ${domain} ist abgelaufen und wurde nicht verlängert. Die Postfächer mit allen E-Mails werden bald gelöscht. Verlängern Sie ihn im Panel, um sie zu behalten.`,
        lines: [help],
      },
      deleted: {
        subject: `Die Postfächer von ${domain} wurden gelöscht`,
        lead: `Der Tarif von ${domain} ist vor 30 Tagen abgelaufen. Die Postfächer mit ihren E-Mails wurden heute gelöscht. Ihre Rechnungen bleiben erhalten.`,
        lines: [help],
      },
      cancelled: {
        subject: `Sie haben ${domain} gekündigt`,
        lead: `E-Mail für ${domain} ist gekündigt. Es funktioniert bis zum ${day}, und wir buchen nichts mehr ab.`,
        lines: ['Überlegen Sie es sich anders, reaktivieren Sie es vorher im Panel.', help],
      },
      reactivated: {
        subject: `${domain} läuft weiter`,
        lead: `Die Kündigung von E-Mail für ${domain} ist zurückgenommen. Der Tarif verlängert sich am ${day}.`,
        lines: [help],
      },
    };
  },
};

const write = (publicUrl: string, { attrs, companyName, supportEmail }: MailFacts<Attrs>): MailText => {
  const { kind, domain, locale, amount, at, endsAt } = attrs;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const facts: Facts = {
    domain,
    supportEmail,
    amount: amount === null ? '' : formatMoney(amount.minor, amount.currency as Currency, locale),
    day: endsAt === null ? '' : format.format(new Date(endsAt)),
    deletedOn: format.format(new Date(Date.parse(at) + DELETION_DAYS * MILLIS_A_DAY)),
  };
  const texts = (locale.startsWith('de') ? TEXTS.de : TEXTS.en)(facts);
  const label = kind === 'receipt' ? texts.seeInvoice : texts.openPanel;
  // Somebody who isn't signed in gets there after the sign-in. Once everything is deleted, there is nothing to open.
  const action = kind === 'deleted' ? undefined : { href: new URL(BILLING_PATH, publicUrl).href, label };
  return { ...renderMail({ ...texts[kind], companyName, ...(action && { action }) }), kind, at: new Date(at) };
};

/** One template for all news of an order: the kind is in the job's data. */
export const BILLING_MAIL: MailTemplate<Attrs> = {
  template: 'billing',
  write: ({ publicUrl }, facts) => write(publicUrl, facts),
};
