import type { InvoiceContent } from '@postern/domain/invoices';
import type { invoice } from '../features/invoices/tables.ts';

type InvoiceRow = typeof invoice.$inferSelect;

const VAT = [{ name: 'VAT', rateBasisPoints: 2300 }];

const CONTENT: InvoiceContent = {
  seller: {
    ...{ name: 'Harbour Mail Ltd', address: '3 Custom House Quay', city: 'Dublin', zipCode: 'D01 KF84', country: 'IE' },
    ...{ vatId: 'IE6388047V', register: 'Company no. 551203', email: 'billing@harbourmail.example' },
    footer: 'Directors: M. Doyle, S. Byrne',
  },
  brand: 'Harbour Mail',
  buyer: {
    ...{ name: 'Ada Fields', companyName: 'Bluebottle Roastery Ltd', address: '14 Quay Street', city: 'Galway' },
    ...{ zipCode: 'H91 FX32', state: null, country: 'IE', taxIds: [{ type: 'vat_id', value: 'IE3456789TH' }] },
  },
  domain: 'bluebottle.example',
  locale: 'en-IE',
  billingCycle: 'yearly',
  lines: [
    {
      ...{ kind: 'charge', subject: 'accounts', name: 'Premium', quantity: 15, unitMinor: 5800, netMinor: 26_696 },
      ...{ from: '2026-11-22', to: '2027-03-14', days: 112, ofDays: 365, taxes: VAT, paidWith: null },
    },
    {
      ...{ kind: 'carry-forward', subject: 'accounts', name: 'Pro', quantity: 1, unitMinor: 34_800, netMinor: -10_678 },
      ...{ from: '2026-11-22', to: '2027-03-14', days: 112, ofDays: 365, taxes: VAT, paidWith: 'HM-2026-01544' },
    },
    {
      ...{ kind: 'carry-forward', subject: 'accounts', name: 'Pro', quantity: 1, unitMinor: 4_624, netMinor: -2_670 },
      ...{ from: '2026-11-22', to: '2027-03-14', days: 112, ofDays: 194, taxes: VAT, paidWith: 'HM-2026-04418' },
    },
  ],
  taxes: [{ name: 'VAT', rateBasisPoints: 2300, netMinor: 13_348, taxMinor: 3_070 }],
  paidBy: 'card',
  card: { brand: 'visa', lastFourDigits: '4242' },
  nextOn: '2027-03-14',
  correctsDate: null,
  reason: null,
};

const ID = '00000000-0000-7000-8000-000000000001';

/** The invoice of the drawing, whose sums its buyer checks by pencil. */
export const sampleInvoice = ({
  content,
  ...row
}: Partial<Omit<InvoiceRow, 'content'>> & { content?: Partial<InvoiceContent> } = {}): InvoiceRow => ({
  ...{ customerId: ID, bundleId: ID, invoiceId: ID, orderId: ID, journalKey: 'payment/1', number: 'HM-2026-05913' },
  ...{ kind: 'invoice', correctsNumber: null, issuedAt: new Date('2026-11-22T10:00:00Z'), issuedOn: '2026-11-22' },
  ...{ currency: 'EUR', netMinor: 13_348, taxMinor: 3_070, totalMinor: 16_418, creditMinor: 2_000, paidMinor: 14_418 },
  ...row,
  content: { ...CONTENT, ...content },
});

/** The credit note of the drawing. */
export const sampleCreditNote = (content: Partial<InvoiceContent> = {}): InvoiceRow =>
  sampleInvoice({
    ...{ number: 'HM-CN-2026-00031', kind: 'credit-note', correctsNumber: 'HM-2026-01544', journalKey: 'refund/1' },
    ...{ issuedOn: '2026-10-09', issuedAt: new Date('2026-10-09T10:00:00Z') },
    ...{ netMinor: -1_626, taxMinor: -374, totalMinor: -2_000, creditMinor: -2_000, paidMinor: 0 },
    content: {
      lines: [
        {
          ...{
            kind: 'reduction',
            subject: 'accounts',
            name: 'Outage of 3 October 2026',
            quantity: 1,
            unitMinor: 1_626,
          },
          ...{ netMinor: -1_626, from: null, to: null, days: 0, ofDays: 0, taxes: VAT, paidWith: null },
        },
      ],
      taxes: [{ name: 'VAT', rateBasisPoints: 2300, netMinor: -1_626, taxMinor: -374 }],
      ...{ paidBy: 'credit', card: null, nextOn: null, correctsDate: '2026-03-14', reason: 'Outage of 3 October 2026' },
      ...content,
    },
  });
