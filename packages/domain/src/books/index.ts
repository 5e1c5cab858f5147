// The books: double entry, in minor units of one currency. A debit is positive, a credit negative; the postings of a journal add up to 0.

export { journalOfAdvance, journalOfRefund } from './journal-of-advance.ts';
export { journalOfFailedRefund, journalOfRepeatedRefund } from './journals-of-failed-refund.ts';
export { journalOfCreditNote } from './journal-of-credit-note.ts';
export { journalOfSale } from './journal-of-sale.ts';
export {
  journalOfDisputedMoney,
  journalOfFee,
  journalOfLostCredit,
  journalOfLostDispute,
} from './journals-of-dispute.ts';
export type { Account, Posting } from './posting.ts';
