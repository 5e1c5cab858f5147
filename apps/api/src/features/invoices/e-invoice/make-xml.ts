import { FormatFactoryService, invoiceSchema, ValidationService } from '@e-invoice-eu/core';
import type { InvoiceLine } from '@postern/domain/invoices';
import { toDecimalString } from '@postern/domain/money';
import { Ajv2019 } from 'ajv/dist/2019.js';
import type { invoice } from '../tables.ts';
import { type VatCategory, vatCategoryOf } from './vat-category.ts';

type InvoiceRow = typeof invoice.$inferSelect;

const MILLIS_A_DAY = 86_400_000;
/** UNTDID 1001: a commercial invoice, a credit note. UNTDID 4461: a credit card. */
const CODES = { invoice: '380', creditNote: '381', card: '54' };

/**
 * The e-invoice of EN 16931 in the syntax CII, as it is inside a Factur-X file too; null where the standard can't express it, such as for a
 * seller without an address.
 */
export async function makeXml(row: InvoiceRow): Promise<string | null> {
  const document = documentOf(row);
  return document === null ? null : withDelivery(await translate(document));
}

const quiet = { log: () => {}, warn: () => {}, error: () => {} };
const cii = new FormatFactoryService().createFormatService('CII', quiet);
const validation = new ValidationService(quiet);
const schema = structuredClone(invoiceSchema);
cii.patchSchema(schema);
const isValid = new Ajv2019({ strict: true, allErrors: true, useDefaults: true }).compile(schema);

/** Does what the library's `InvoiceService` does, which compiles the schema again for every invoice: half the time that one took. */
async function translate(document: Record<string, unknown>): Promise<string> {
  const invoice = validation.validate('invoice data', isValid, document);
  cii.fillInvoiceDefaults(invoice);
  return (await cii.generate(invoice, { format: 'CII', lang: 'en' })) as string;
}

const SETTLEMENT = '<ram:ApplicableHeaderTradeSettlement>';

/** The schema requires an element for the delivery, which the library leaves out if it is empty: here the lines have the periods. */
const withDelivery = (xml: string): string =>
  xml.includes('ApplicableHeaderTradeDelivery')
    ? xml
    : xml.replace(SETTLEMENT, () => `<ram:ApplicableHeaderTradeDelivery/>${SETTLEMENT}`);

/** XML has no other control characters, and a name needs none. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ').trim();

/** The invoice in UBL's words, which the library translates. A credit note has positive amounts. */
function documentOf(row: InvoiceRow): Record<string, unknown> | null {
  const { content, kind, currency } = row;
  const { seller, buyer, lines } = content;
  if (seller.country === null || seller.name === '') return null;
  const sign = kind === 'credit-note' ? -1 : 1;
  const money = (name: string, minor: number) => ({
    [`cbc:${name}`]: toDecimalString(sign * minor + 0),
    [`cbc:${name}@currencyID`]: currency,
  });
  const categories = lines.map((line) => vatCategoryOf(line, content));
  if (categories.includes(null)) return null;
  const known = categories as VatCategory[];
  return {
    'ubl:Invoice': {
      'cbc:CustomizationID': 'urn:cen.eu:en16931:2017',
      'cbc:ID': row.number,
      'cbc:IssueDate': row.issuedOn,
      'cbc:InvoiceTypeCode': kind === 'invoice' ? CODES.invoice : CODES.creditNote,
      'cbc:DocumentCurrencyCode': currency,
      ...(row.correctsNumber === null
        ? {}
        : {
            'cac:BillingReference': [
              {
                'cac:InvoiceDocumentReference': {
                  'cbc:ID': row.correctsNumber,
                  ...(content.correctsDate === null ? {} : { 'cbc:IssueDate': content.correctsDate }),
                },
              },
            ],
          }),
      'cac:AccountingSupplierParty': {
        'cac:Party': {
          ...(seller.email === null ? {} : { 'cbc:EndpointID': seller.email, 'cbc:EndpointID@schemeID': 'EM' }),
          'cac:PostalAddress': addressOf({ ...seller, state: null, country: seller.country }),
          ...(seller.vatId === null ? {} : { 'cac:PartyTaxScheme': [vatNumber(seller.vatId)] }),
          'cac:PartyLegalEntity': {
            'cbc:RegistrationName': plain(seller.name),
            ...(seller.register === null ? {} : { 'cbc:CompanyID': plain(seller.register) }),
          },
        },
      },
      'cac:AccountingCustomerParty': {
        'cac:Party': {
          'cac:PostalAddress': addressOf(buyer),
          // Where nothing is subject to VAT, no VAT number may appear (BR-O-02).
          ...(known.some(({ id }) => id === 'O') ? {} : buyerVat(buyer.taxIds)),
          'cac:PartyLegalEntity': { 'cbc:RegistrationName': plain(buyer.companyName ?? '') || plain(buyer.name) },
        },
      },
      ...(row.paidMinor === 0 ? {} : { 'cac:PaymentMeans': [meansOf(content.card)] }),
      'cac:TaxTotal': [{ ...money('TaxAmount', row.taxMinor), 'cac:TaxSubtotal': subtotalsOf(row, known, money) }],
      'cac:LegalMonetaryTotal': {
        ...money('LineExtensionAmount', row.netMinor),
        ...money('TaxExclusiveAmount', row.netMinor),
        ...money('TaxInclusiveAmount', row.totalMinor),
        ...money('PrepaidAmount', row.totalMinor),
        ...money('PayableAmount', 0),
      },
      'cac:InvoiceLine': lines.map((line, index) => lineOf(line, { index, sign, currency, category: known[index] })),
    },
  };
}

type Address = {
  address: string | null;
  city: string | null;
  zipCode: string | null;
  state: string | null;
  country: string;
};

const addressOf = ({ address, city, zipCode, state, country }: Address) => ({
  ...(address === null ? {} : { 'cbc:StreetName': plain(address) }),
  ...(city === null ? {} : { 'cbc:CityName': plain(city) }),
  ...(zipCode === null ? {} : { 'cbc:PostalZone': plain(zipCode) }),
  ...(state === null ? {} : { 'cbc:CountrySubentity': plain(state) }),
  'cac:Country': { 'cbc:IdentificationCode': country },
});

const vatNumber = (id: string) => ({ 'cbc:CompanyID': plain(id), 'cac:TaxScheme': { 'cbc:ID': 'VAT' } });

function buyerVat(taxIds: InvoiceRow['content']['buyer']['taxIds']) {
  const found = taxIds.find(({ type }) => type === 'vat_id');
  return found === undefined ? {} : { 'cac:PartyTaxScheme': vatNumber(found.value) };
}

const meansOf = (card: InvoiceRow['content']['card']) => ({
  'cbc:PaymentMeansCode': CODES.card,
  ...(card === null
    ? {}
    : { 'cac:CardAccount': { 'cbc:PrimaryAccountNumberID': card.lastFourDigits, 'cbc:NetworkID': card.brand } }),
});

const categoryOf = ({ id, percent }: VatCategory) => ({
  'cbc:ID': id,
  ...(percent === null ? {} : { 'cbc:Percent': percent }),
  'cac:TaxScheme': { 'cbc:ID': 'VAT' },
});

function subtotalsOf(
  { content }: InvoiceRow,
  categories: readonly VatCategory[],
  money: (name: string, minor: number) => Record<string, string>,
) {
  const sums = new Map<string, { category: VatCategory; netMinor: number; taxMinor: number }>();
  for (const [index, line] of content.lines.entries()) {
    const category = categories[index];
    if (category === undefined) continue;
    const key = `${category.id} ${category.percent ?? ''}`;
    const taxMinor = content.taxes
      .filter((tax) => line.taxes.some((of) => of.name === tax.name && of.rateBasisPoints === tax.rateBasisPoints))
      .reduce((sum, tax) => sum + tax.taxMinor, 0);
    sums.set(key, { category, netMinor: (sums.get(key)?.netMinor ?? 0) + line.netMinor, taxMinor });
  }
  return [...sums.values()].map(({ category, netMinor, taxMinor }) => ({
    ...money('TaxableAmount', netMinor),
    ...money('TaxAmount', taxMinor),
    'cac:TaxCategory': {
      'cbc:ID': category.id,
      ...(category.percent === null ? {} : { 'cbc:Percent': category.percent }),
      ...(category.code === null ? {} : { 'cbc:TaxExemptionReasonCode': category.code }),
      ...(category.reason === null ? {} : { 'cbc:TaxExemptionReason': category.reason }),
      'cac:TaxScheme': { 'cbc:ID': 'VAT' },
    },
  }));
}

type LinePlace = { index: number; sign: number; currency: string; category: VatCategory | undefined };

/** One piece at the line's amount, as an item's price can't be negative and a share of a period isn't quantity times price. */
function lineOf(line: InvoiceLine, { index, sign, currency, category }: LinePlace) {
  const netMinor = sign * line.netMinor;
  const last = line.to === null ? null : new Date(Date.parse(line.to) - MILLIS_A_DAY).toISOString().slice(0, 10);
  return {
    'cbc:ID': String(index + 1),
    ...noteOf(line),
    'cbc:InvoicedQuantity': netMinor < 0 ? '-1' : '1',
    'cbc:InvoicedQuantity@unitCode': 'C62',
    'cbc:LineExtensionAmount': toDecimalString(netMinor + 0),
    'cbc:LineExtensionAmount@currencyID': currency,
    ...(line.from === null || last === null
      ? {}
      : { 'cac:InvoicePeriod': { 'cbc:StartDate': line.from, 'cbc:EndDate': last } }),
    'cac:Item': {
      'cbc:Name': plain(line.name) || '-',
      ...(category === undefined ? {} : { 'cac:ClassifiedTaxCategory': categoryOf(category) }),
    },
    'cac:Price': {
      'cbc:PriceAmount': toDecimalString(Math.abs(netMinor)),
      'cbc:PriceAmount@currencyID': currency,
    },
  };
}

/** What the standard has no field for: pieces and days, which payment is unused, and what a discount took off before this amount. */
function noteOf({ kind, quantity, unitMinor, days, ofDays, discount, paidWith }: InvoiceLine) {
  const notes = [
    ...(kind === 'charge' && quantity > 1
      ? [`${quantity} × ${toDecimalString(unitMinor)}, ${days}/${ofDays} days`]
      : []),
    ...(kind === 'carry-forward'
      ? [
          `unused: ${days}/${ofDays} days of ${toDecimalString(unitMinor)}${paidWith === null ? '' : ` paid with ${plain(paidWith)}`}`,
        ]
      : []),
    ...(discount === undefined
      ? []
      : [`discount code ${plain(discount.code)}: -${toDecimalString(discount.amountMinor)}`]),
  ];
  return notes.length === 0 ? {} : { 'cbc:Note': notes.join('; ') };
}
