import { type Currency, formatMoney } from '@postern/domain/money';
import { eq } from 'drizzle-orm';
import type { MailFile, MailTemplate } from '../../../feature/feature.ts';
import type { Services } from '../../../feature/services.ts';
import { textsIn } from '../../../texts/texts-in.ts';
import { renderMail } from '../../notifications/public.ts';
import { pdfOf } from '../files/invoice-files.ts';
import { invoice } from '../tables.ts';

type Common = {
  partnerId: number;
  locale: string;
  invoiceId: string;
  domain: string;
  /** The instant that the mail is about, ISO 8601: its `Date`. */
  at: string;
  amount: { minor: number; currency: string };
};

type Receipt = Common & {
  /** When the order ends or renews, ISO 8601; null: never. */
  paidUntil: string | null;
};

type CreditNote = Common & {
  number: string;
  to: 'card' | 'credit';
  corrects: { number: string; date: string } | null;
  reason: string | null;
};

/** The panel's billing page, which has all invoices. Spec 2 §2. */
const BILLING_PATH = '/billing-and-subscription';

/** The invoice or credit note as it can be downloaded. */
async function invoiceFile({ db }: Pick<Services, 'db'>, { invoiceId }: Common): Promise<MailFile> {
  const [row] = await db.asSystem((tx) => tx.select().from(invoice).where(eq(invoice.invoiceId, invoiceId)));
  if (row === undefined) throw new Error(`There is no invoice ${invoiceId}.`);
  return { name: `${row.number}.pdf`, type: 'application/pdf', content: await pdfOf(row) };
}

const writerOf = (locale: string, publicUrl: string) => {
  const texts = textsIn(locale);
  const days = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    text: texts.text,
    day: (instant: string) => days.format(new Date(instant)),
    money: ({ minor, currency }: Common['amount']) => formatMoney(minor, currency as Currency, texts.locale),
    action: { href: new URL(BILLING_PATH, publicUrl).href, label: texts.text('billing.seeInvoice') },
  };
};

/** For money that has arrived, with the invoice. */
export const RECEIPT_MAIL: MailTemplate<Receipt> = {
  template: 'receipt',
  file: invoiceFile,
  write: ({ publicUrl }, { attrs, companyName, supportEmail }) => {
    const { text, day, money, action } = writerOf(attrs.locale, publicUrl);
    const { domain, paidUntil } = attrs;
    const facts = { domain, amount: money(attrs.amount), day: paidUntil === null ? '' : day(paidUntil) };
    const mail = renderMail({
      subject: text('billing.receipt.subject', facts),
      lead: text('billing.receipt.lead', facts),
      action,
      lines: [text('billing.receipt.line'), text('billing.help', { supportEmail })],
      companyName,
    });
    return { ...mail, kind: 'receipt', at: new Date(attrs.at) };
  },
};

/** For money that goes back, or is kept as credit, with the credit note. */
export const CREDIT_NOTE_MAIL: MailTemplate<CreditNote> = {
  template: 'credit-note',
  file: invoiceFile,
  write: ({ publicUrl }, { attrs, companyName, supportEmail }) => {
    const { text, day, money, action } = writerOf(attrs.locale, publicUrl);
    const { number, domain, to, corrects, reason } = attrs;
    const amount = money(attrs.amount);
    const mail = renderMail({
      subject: `${text('invoice.creditNote')} ${number}: ${domain}`,
      lead: text(to === 'card' ? 'invoice.toCard' : 'invoice.comesOff', { amount }),
      action,
      lines: [
        ...(reason === null ? [] : [reason]),
        ...(corrects === null
          ? []
          : [text('invoice.correctsNote', { number: corrects.number, date: day(corrects.date) })]),
        text('billing.help', { supportEmail }),
      ],
      companyName,
    });
    return { ...mail, kind: 'credit-note', at: new Date(attrs.at) };
  },
};
