import * as z from 'zod/mini';
import { fileDownload, operation } from './operation.ts';
import { bundleQuery, currency, listQuery, uuid } from './shapes.ts';

const invoiceLine = z.object({
  /** `carry-forward` takes off what is unused of an earlier payment; `reduction` is a line of a credit note. */
  kind: z.enum(['charge', 'carry-forward', 'reduction']),
  text: z.string(),
  quantity: z.number(),
  unitPrice: z.number(),
  /** The first day, and the first that isn't paid for; null for a reduction. */
  from: z.nullable(z.iso.date()),
  to: z.nullable(z.iso.date()),
  days: z.number(),
  ofDays: z.number(),
  net: z.number(),
  tax: z.array(z.object({ name: z.string(), rateBasisPoints: z.number() })),
});

const invoice = z.object({
  invoiceId: uuid,
  number: z.string(),
  kind: z.enum(['invoice', 'credit-note']),
  /** The number of the invoice that a credit note corrects. */
  correctsNumber: z.optional(z.string()),
  issuedOn: z.iso.date(),
  status: z.enum(['paid', 'open', 'void']),
  currency,
  /** Without tax. All amounts of a credit note are negative. */
  net: z.number(),
  tax: z.number(),
  total: z.number(),
  /** What a card paid, or got back. */
  paid: z.number(),
  /** What the customer's credit paid, or what became credit. */
  credit: z.number(),
  /** A credit note whose money the card didn't take: it is still owed. Absent from a former release. */
  refundFailed: z.optional(z.boolean()),
  lines: z.array(invoiceLine),
  pdfUrl: z.string(),
  xmlUrl: z.string(),
});

export const listInvoices = operation({
  id: 'listInvoices',
  summary: "List the domain's invoices and credit notes, newest first.",
  description:
    'An invoice is issued with each payment and never changed. Customers who pay at the partner get invoices from the partner. For people who may pay.',
  feature: 'invoices',
  method: 'GET',
  path: '/panel/billing/invoices',
  access: 'session',
  input: z.object({ ...bundleQuery, limit: listQuery.limit, cursor: listQuery.cursor }),
  output: z.object({
    invoices: z.array(invoice),
    nextCursor: z.nullable(z.string()),
    /** How many there are in all. */
    total: z.number(),
  }),
  errors: ['NOT_AUTHORIZED'],
});

export const invoicePdf = fileDownload({
  id: 'downloadInvoicePdf',
  summary: 'Download an invoice or a credit note as PDF/A-3, with its e-invoice inside (Factur-X).',
  description: "It is in the buyer's language, and the same bytes each time. For people who may pay.",
  feature: 'invoices',
  method: 'GET',
  path: '/panel/billing/invoices/{invoiceId}.pdf',
  access: 'session',
  query: z.object(bundleQuery),
  mediaType: 'application/pdf',
  errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
});

export const invoiceXml = fileDownload({
  id: 'downloadInvoiceXml',
  summary: 'Download the e-invoice alone (EN 16931, syntax CII).',
  description:
    'NOT_FOUND also if the standard has no way to express it, such as a seller without an address or two taxes on one line. For people who may pay.',
  feature: 'invoices',
  method: 'GET',
  path: '/panel/billing/invoices/{invoiceId}.xml',
  access: 'session',
  query: z.object(bundleQuery),
  mediaType: 'application/xml',
  errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
});
