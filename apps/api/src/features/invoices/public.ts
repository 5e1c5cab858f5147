export { invoiceIdOf } from './issue/invoice-id.ts';
export { issueInvoice } from './issue/issue-invoice.ts';
export { takeNumber } from './issue/take-number.ts';
export { mailCreditNote, mailReceipt } from './mail/mail-invoice.ts';
export { findSeller } from './seller/find-seller.ts';
export { checkSeller } from './seller/check-seller.ts';
export { setSeller } from './seller/set-seller.ts';
export { invoice } from './tables.ts';
