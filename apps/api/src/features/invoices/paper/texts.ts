import { textsIn } from '../../../texts/texts-in.ts';

/** The words of an invoice, in the buyer's language; English where we have no other. */
export function wordsFor(locale: string) {
  const { text } = textsIn(locale);
  return {
    invoice: text('invoice.invoice'),
    creditNote: text('invoice.creditNote'),
    billTo: text('invoice.billTo'),
    creditTo: text('invoice.creditTo'),
    number: text('invoice.number'),
    date: text('invoice.date'),
    service: text('invoice.service'),
    currency: text('invoice.currency'),
    corrects: text('invoice.corrects'),
    invoiceDate: text('invoice.invoiceDate'),
    description: text('invoice.description'),
    quantity: text('invoice.quantity'),
    mailboxes: text('invoice.mailboxes'),
    each: text('invoice.each'),
    vat: text('invoice.vat'),
    net: text('invoice.net'),
    total: text('invoice.total'),
    creditUsed: text('invoice.creditUsed'),
    paidByCard: text('invoice.paidByCard'),
    stillToPay: text('invoice.stillToPay'),
    vatId: text('invoice.vatId'),
    reverseCharge: text('invoice.reverseCharge'),
    reverseChargeNote: text('invoice.reverseChargeNote'),
    refunded: text('invoice.refunded'),
    keptAsCredit: text('invoice.keptAsCredit'),
    allInvoices: text('invoice.allInvoices'),
    unused: (name: string) => text('invoice.unused', { name }),
    period: (from: string, to: string) => text('invoice.period', { from, to }),
    days: (days: number, ofDays: number) => text('invoice.days', { days, ofDays }),
    paidWith: (amount: string, number: string | null) =>
      number === null ? text('invoice.paidOf', { amount }) : text('invoice.paidOfWith', { amount, number }),
    taxOn: (name: string, rate: string, amount: string) => text('invoice.taxOn', { name, rate, amount }),
    paidOn: (date: string) => text('invoice.paidOn', { date }),
    withCard: (amount: string, card: string) => text('invoice.withCard', { amount, card }),
    byCard: (amount: string) => text('invoice.byCard', { amount }),
    fromCredit: (amount: string) => text('invoice.fromCredit', { amount }),
    comesOff: (amount: string) => text('invoice.comesOff', { amount }),
    toCard: (amount: string) => text('invoice.toCard', { amount }),
    nextOn: (date: string) => text('invoice.nextOn', { date }),
    correctsNote: (number: string, date: string) => text('invoice.correctsNote', { number, date }),
    page: (page: number, pages: number) => text('invoice.page', { page, pages }),
  };
}
