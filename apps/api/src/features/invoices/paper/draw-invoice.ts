import { isReverseCharge } from '@postern/domain/billing';
import type { InvoiceContent, InvoiceLine, InvoiceTax } from '@postern/domain/invoices';
import { type Currency, formatMoney } from '@postern/domain/money';
import { textsIn } from '../../../texts/texts-in.ts';
import type { invoice } from '../tables.ts';
import { BOTTOM, INK, LEFT, RIGHT, type Sheet, SOFT, TOP } from './sheet.ts';
import { wordsFor } from './texts.ts';

type InvoiceRow = typeof invoice.$inferSelect;

const MILLIS_A_DAY = 86_400_000;
const SMALL = { size: 12, color: SOFT };
const BODY = { size: 13 };
/** Right edges of the table's columns, and where the first must end. */
const COLUMNS = { quantity: 474, each: 572, tax: 640, net: RIGHT };
/** The description of a line without a quantity is wider. */
const DESCRIPTION_WIDTH = { charge: 336, 'carry-forward': 480, reduction: 480 };
const SUMS_LEFT = RIGHT - 300;
const LOWEST_SUMS = 250;

/** Formats this invoice's amounts, days and rates in the language of its text. */
function writerOf({ currency }: InvoiceRow, locale: string) {
  const language = textsIn(locale).locale;
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  const regions = new Intl.DisplayNames(language, { type: 'region' });
  return {
    words: wordsFor(locale),
    money: (minor: number) => formatMoney(minor, currency as Currency, language).replace('-', '−'),
    day: (day: string) => days.format(new Date(`${day}T00:00:00Z`)),
    percent: (basisPoints: number) => percents.format(basisPoints / 10_000),
    country: (code: string) => regions.of(code) ?? code,
  };
}

type Writer = ReturnType<typeof writerOf>;

/** Draws an invoice or a credit note, and returns how many pages it has. The end of each page is drawn when they are counted. */
export function drawInvoice(sheet: Sheet, row: InvoiceRow, locale: string): number {
  const writer = writerOf(row, locale);
  sheet.addPage();
  drawSeller(sheet, row, writer);
  let y = drawMeta(sheet, row, writer);
  y = drawTableHead(sheet, row, writer, y);
  let pages = 1;
  for (const [index, line] of row.content.lines.entries()) {
    // Totals never stand alone on a page: the last line goes with them.
    const below = index === row.content.lines.length - 1 ? LOWEST_SUMS : 0;
    if (y + heightOf(sheet, line, writer) + below > BOTTOM) {
      sheet.addPage();
      pages += 1;
      y = drawTableHead(sheet, row, writer, TOP);
    }
    y = drawLine(sheet, line, writer, y);
  }
  const end = Math.max(drawPaid(sheet, row, writer, y + 14), drawSums(sheet, row, writer, y + 14));
  for (const [index, line] of sheet.linesOf(noteOf(row, writer), 560, SMALL).entries())
    sheet.text(line, LEFT, end + 28 + index * 18, SMALL);
  return pages;
}

/** What every page ends with. */
export function drawEnd(
  sheet: Sheet,
  { content }: InvoiceRow,
  page: { page: number; pages: number; locale: string },
): void {
  const { seller } = content;
  const style = { size: 11, color: SOFT };
  const right = { ...style, align: 'right' as const };
  const y = BOTTOM + 20;
  sheet.line(y);
  sheet.text([seller.name, seller.register].filter(Boolean).join(', '), LEFT, y + 16, style);
  if (seller.footer !== null) sheet.text(sheet.linesOf(seller.footer, 480, style)[0] ?? '', LEFT, y + 33, style);
  if (seller.email !== null) sheet.text(seller.email, RIGHT, y + 16, right);
  sheet.text(wordsFor(page.locale).page(page.page, page.pages), RIGHT, y + 33, right);
}

function drawSeller(sheet: Sheet, { content }: InvoiceRow, { words, country }: Writer): void {
  const { seller, brand } = content;
  sheet.mark(LEFT, TOP);
  sheet.text(brand, LEFT + 42, TOP + 6, { size: 19, weight: 600 });
  const place = [seller.zipCode, seller.city].filter(Boolean).join(' ');
  const lines = [
    [seller.address, place, seller.country === null ? null : country(seller.country)].filter(Boolean).join(', '),
    [seller.vatId === null ? null : `${words.vatId} ${seller.vatId}`, seller.register].filter(Boolean).join(' · '),
    seller.email ?? '',
  ].filter((line) => line !== '');
  sheet.text(seller.name, RIGHT, TOP + 3, { size: 12, weight: 500, align: 'right' });
  for (const [index, line] of lines.entries())
    sheet.text(line, RIGHT, TOP + 3 + (index + 1) * 18.6, { ...SMALL, align: 'right' });
}

/**
 * The company, if there is one, and the person. An empty company is none.
 * @internal
 */
export const namesOf = ({ companyName, name }: Pick<InvoiceContent['buyer'], 'companyName' | 'name'>): string[] =>
  [companyName ?? '', name].filter((each) => each.trim() !== '');

/** Buyer, number and dates. Returns where the table begins. */
function drawMeta(sheet: Sheet, row: InvoiceRow, { words, day, country }: Writer): number {
  const { content, kind, correctsNumber } = row;
  const { buyer } = content;
  const isCredit = kind === 'credit-note';
  sheet.text(isCredit ? words.creditNote : words.invoice, LEFT, TOP + 118, { size: 26, weight: 600 });
  const top = TOP + 172;
  sheet.text(isCredit ? words.creditTo : words.billTo, LEFT, top, { ...BODY, color: SOFT });
  const place = [buyer.city, buyer.state, buyer.zipCode].filter(Boolean).join(' ');
  const lines = [
    ...namesOf(buyer),
    [buyer.address, place, country(buyer.country)].filter(Boolean).join(', '),
    ...buyer.taxIds.map(({ type, value }) => `${type === 'vat_id' ? words.vatId : type} ${value}`),
  ].flatMap((line) => sheet.linesOf(line, 330, BODY));
  for (const [index, line] of lines.entries())
    sheet.text(line, LEFT, top + 21 + index * 19.5, { ...BODY, weight: index === 0 ? 600 : 400 });
  const facts: [string, string][] = [
    [words.number, row.number],
    [words.date, day(row.issuedOn)],
    ...(isCredit && correctsNumber !== null && content.correctsDate !== null
      ? ([
          [words.corrects, correctsNumber],
          [words.invoiceDate, day(content.correctsDate)],
        ] satisfies [string, string][])
      : []),
    [words.service, content.domain],
    [words.currency, row.currency],
  ];
  let y = top;
  for (const [name, value] of facts) {
    sheet.text(name, 450, y, { ...BODY, color: SOFT });
    const values = sheet.linesOf(value, 180, BODY);
    for (const [index, line] of values.entries()) sheet.text(line, RIGHT, y + index * 18, { ...BODY, align: 'right' });
    y += 23.5 + (values.length - 1) * 18;
  }
  return Math.max(top + 21 + lines.length * 19.5, y) + 26;
}

function drawTableHead(sheet: Sheet, { content }: InvoiceRow, { words }: Writer, y: number): number {
  const style = { size: 12, weight: 500 as const, color: SOFT };
  const right = { ...style, align: 'right' as const };
  sheet.text(words.description, LEFT, y + 4, style);
  if (content.lines.some((line) => line.kind !== 'reduction')) {
    const isMailboxes = content.lines.every((line) => line.subject === 'accounts');
    sheet.text(isMailboxes ? words.mailboxes : words.quantity, COLUMNS.quantity, y + 4, right);
    sheet.text(words.each, COLUMNS.each, y + 4, right);
  }
  sheet.text(words.vat, COLUMNS.tax, y + 4, right);
  sheet.text(words.net, COLUMNS.net, y + 4, right);
  sheet.line(y + 28, { width: 1.5, color: INK });
  return y + 28;
}

const STEP = { name: 19.5, small: 18, around: 11 };

/** The two parts of a line's description. */
function describe(line: InvoiceLine, { words, day, money }: Writer): { name: string; smalls: string[] } {
  if (line.kind === 'reduction') return { name: line.name, smalls: [] };
  const last = line.to === null ? '' : new Date(Date.parse(line.to) - MILLIS_A_DAY).toISOString().slice(0, 10);
  const period = line.from === null ? '' : words.period(day(line.from), day(last));
  const share = line.days === line.ofDays ? '' : words.days(line.days, line.ofDays);
  const paid = line.kind === 'carry-forward' ? words.paidWith(money(line.unitMinor), line.paidWith) : '';
  return {
    name: line.kind === 'carry-forward' ? words.unused(line.name) : line.name,
    smalls: [
      [period, [share, paid].filter(Boolean).join(' ')].filter(Boolean).join(', '),
      line.discount === undefined ? '' : words.discount(line.discount.code, money(-line.discount.amountMinor)),
    ].filter((small) => small !== ''),
  };
}

function partsOf(sheet: Sheet, line: InvoiceLine, writer: Writer) {
  const { name, smalls } = describe(line, writer);
  return {
    names: sheet.linesOf(name, DESCRIPTION_WIDTH[line.kind], { ...BODY, weight: 500 }),
    smalls: smalls.flatMap((small) => sheet.linesOf(small, DESCRIPTION_WIDTH[line.kind], SMALL)),
  };
}

function heightOf(sheet: Sheet, line: InvoiceLine, writer: Writer): number {
  const { names, smalls } = partsOf(sheet, line, writer);
  return 2 * STEP.around + names.length * STEP.name + smalls.length * STEP.small;
}

function drawLine(sheet: Sheet, line: InvoiceLine, writer: Writer, top: number): number {
  const { money, percent } = writer;
  const { names, smalls } = partsOf(sheet, line, writer);
  const right = { ...BODY, align: 'right' as const };
  let y = top + STEP.around;
  if (line.kind === 'charge') {
    sheet.text(String(line.quantity), COLUMNS.quantity, y, right);
    sheet.text(money(line.unitMinor), COLUMNS.each, y, right);
  }
  const rates = line.taxes.map(({ rateBasisPoints }) => percent(rateBasisPoints)).join(' + ');
  sheet.text(rates === '' ? percent(0) : rates, COLUMNS.tax, y, right);
  sheet.text(money(line.netMinor), COLUMNS.net, y, right);
  for (const name of names) {
    sheet.text(name, LEFT, y, { ...BODY, weight: 500 });
    y += STEP.name;
  }
  for (const small of smalls) {
    sheet.text(small, LEFT, y, SMALL);
    y += STEP.small;
  }
  sheet.line(y + STEP.around);
  return y + STEP.around;
}

/** The card at the left: how it was paid, or where the money went. */
function drawPaid(sheet: Sheet, row: InvoiceRow, { words, day, money }: Writer, top: number): number {
  const { content, kind, paidMinor, creditMinor } = row;
  const { card } = content;
  const [heading, lines] =
    kind === 'invoice'
      ? [
          words.paidOn(day(row.issuedOn)),
          [
            ...(paidMinor > 0
              ? [
                  card === null
                    ? words.byCard(money(paidMinor))
                    : words.withCard(money(paidMinor), `${nameOfBrand(card.brand)} •${card.lastFourDigits}`),
                ]
              : []),
            ...(creditMinor > 0 ? [words.fromCredit(money(creditMinor))] : []),
          ],
        ]
      : [
          paidMinor < 0 ? words.refunded : words.keptAsCredit,
          [paidMinor < 0 ? words.toCard(money(-paidMinor)) : words.comesOff(money(-creditMinor))],
        ];
  const wrapped = lines.flatMap((line) => sheet.linesOf(line, 270, SMALL));
  const height = 52 + wrapped.length * 18;
  sheet.box(LEFT, top, 326, height);
  sheet.tick(LEFT + 16, top + 16);
  sheet.text(heading, LEFT + 42, top + 14, { ...BODY, weight: 600 });
  for (const [index, line] of wrapped.entries()) sheet.text(line, LEFT + 16, top + 38 + index * 18, SMALL);
  return top + height;
}

/** `visa` and `american_express`, as people write them. */
const nameOfBrand = (brand: string): string =>
  brand.replace(/(^|_)(\w)/g, (_, space: string, letter: string) => `${space && ' '}${letter.toUpperCase()}`);

function drawSums(sheet: Sheet, row: InvoiceRow, { words, money, percent }: Writer, top: number): number {
  const right = { ...BODY, align: 'right' as const };
  let y = top + 5;
  const sum = (name: string, minor: number) => {
    sheet.text(name, SUMS_LEFT, y, { ...BODY, color: SOFT });
    sheet.text(money(minor), RIGHT, y, right);
    y += 29.5;
  };
  sum(words.net, row.netMinor);
  for (const tax of row.content.taxes) sum(taxName(tax, { words, money, percent }), tax.taxMinor);
  y += 1;
  sheet.line(y, { from: SUMS_LEFT, width: 1.5, color: INK });
  y += 10;
  sheet.text(words.total, SUMS_LEFT, y, { size: 17, weight: 600 });
  sheet.text(money(row.totalMinor), RIGHT, y, { size: 17, weight: 600, align: 'right' });
  y += 35;
  if (row.kind === 'invoice') {
    if (row.creditMinor > 0) sum(words.creditUsed, -row.creditMinor);
    if (row.paidMinor > 0) sum(words.paidByCard, row.paidMinor);
    sum(words.stillToPay, row.totalMinor - row.creditMinor - row.paidMinor);
  }
  return y;
}

const taxName = (tax: InvoiceTax, { words, money, percent }: Pick<Writer, 'words' | 'money' | 'percent'>): string =>
  words.taxOn(isReverseCharge(tax) ? words.reverseCharge : tax.name, percent(tax.rateBasisPoints), money(tax.netMinor));

function noteOf(row: InvoiceRow, writer: Writer): string {
  const note = noteOfKind(row, writer);
  // The law requires these words on the invoice (Directive 2006/112/EC, article 226, 11a), even if the sums take up much room.
  return row.content.taxes.some(isReverseCharge) ? `${writer.words.reverseChargeNote} ${note}` : note;
}

function noteOfKind({ content, kind, correctsNumber }: InvoiceRow, { words, day }: Writer): string {
  if (kind === 'credit-note')
    return correctsNumber === null || content.correctsDate === null
      ? words.allInvoices
      : words.correctsNote(correctsNumber, day(content.correctsDate));
  return content.nextOn === null ? words.allInvoices : words.nextOn(day(content.nextOn));
}
