import type { Posting } from './posting.ts';

/** Money that a dispute moved at the gateway: negative amounts were taken, positive ones came back. */
export const journalOfDisputedMoney = (amountMinor: number): Posting[] => entry('cash', 'dispute', amountMinor);

/** The gateway's fee for it; negative: given back. */
export const journalOfFee = (feeMinor: number): Posting[] => entry('fee', 'cash', feeMinor);

/** What a bank has decided to keep; negative if it reversed its decision. */
export const journalOfLostDispute = (amountMinor: number): Posting[] => entry('dispute-loss', 'dispute', amountMinor);

/** Credit that the customer had of money that a bank has kept: it is gone, and the loss is so much smaller. */
export const journalOfLostCredit = (amountMinor: number): Posting[] => entry('credit', 'dispute-loss', amountMinor);

const entry = (debit: Posting['account'], credit: Posting['account'], amountMinor: number): Posting[] =>
  amountMinor === 0
    ? []
    : [
        { account: debit, month: null, amountMinor },
        { account: credit, month: null, amountMinor: -amountMinor },
      ];
