// Invoices and credit notes: what one says, and how it is numbered. Amounts are minor units; those of a credit note are negative.
export { draftCreditNote } from './draft-credit-note.ts';
export { draftInvoice } from './draft-invoice.ts';
export type { Buyer, InvoiceContent, InvoiceLine, InvoiceTax } from './invoice.ts';
export { creditSeriesOf, invoiceNumber, isSeries } from './invoice-number.ts';
export { missingOfSeller, type Seller } from './seller.ts';
