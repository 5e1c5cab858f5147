import { readShownDate } from '@postern/domain/dates';
import { type CatalogueName, nameInLocale } from '@postern/domain/plans';
import type { Locale } from './locales.ts';
import { useLocale } from './texts.ts';

export type DateStyle = 'short' | 'medium' | 'long';

/** A day is the same everywhere; an instant is shown in the reader's time zone. Anything else throws. Spec 1 §9. */
function formatDate(locale: Locale, value: string | number | Date, style: DateStyle = 'medium'): string {
  const shown = typeof value === 'string' ? readShownDate(value) : { instant: new Date(value) };
  if ('instant' in shown) return inOneLine(new Intl.DateTimeFormat(locale, { dateStyle: style }).format(shown.instant));
  return inOneLine(new Intl.DateTimeFormat(locale, { dateStyle: style, timeZone: 'UTC' }).format(new Date(shown.day)));
}

/** A date isn't broken at its spaces, nor a Chinese or Japanese one between its parts. */
const inOneLine = (date: string): string => joined(date.replaceAll(' ', '\u00a0'));

/** Else a line may break on both sides of 年. */
const joined = (date: string): string => date.replaceAll(/(?<=\d)(?=[年月日])|(?<=[年月])(?=\d)/g, '\u2060');

/** Our font lacks the narrow space that French has before units and between thousands. */
const wideSpaces = (text: string): string => text.replaceAll('\u202f', '\u00a0');

/** Traditional Chinese names the part of the day (清晨5:33); software there shows 24 hours. */
const clock = (locale: Locale): Intl.DateTimeFormatOptions =>
  locale.startsWith('zh-h') && locale !== 'zh-hans-cn'
    ? { timeStyle: 'short', hourCycle: 'h23' }
    : { timeStyle: 'short' };

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Formats are kept: making one takes a hundred times as long as using it, and every row of a list has a number. */
export function formatNumber(locale: Locale, value: number, options?: Intl.NumberFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(key, format);
  return wideSpaces(format.format(value));
}

/**
 * `amount` is in the currency's major unit. At most two decimals; with `whole` none if there are no cents. Where a minus goes is the
 * language's choice; it is drawn as a minus, not as a hyphen.
 */
const formatMoney = (locale: Locale, amount: number, currency: string, places: 'always' | 'whole' = 'always'): string =>
  formatNumber(locale, amount, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: places === 'whole' ? 'stripIfInteger' : 'auto',
  })
    .replace('-', '−')
    // The one symbol that locales lack. The domain's table of symbols would be another file for the first screen.
    .replace('PEN', 'S/');

/** The formatters in the reader's language. */
export function useFormat() {
  const locale = useLocale();
  return {
    date: (value: string | number | Date, style?: DateStyle) => formatDate(locale, value, style),
    dateTime: (instant: string) =>
      joined(new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...clock(locale) }).format(new Date(instant))),
    time: (instant: string) => new Intl.DateTimeFormat(locale, clock(locale)).format(new Date(instant)),
    /** From one instant to another; the day is told once if it is the same. */
    range: (from: string, to: string) =>
      joined(
        new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...clock(locale) }).formatRange(
          new Date(from),
          new Date(to),
        ),
      ),
    /** A plan's or an add-on's name from the catalogue. */
    name: (named: CatalogueName) => nameInLocale(named, locale),
    /** `open` for the beginning of a longer list: without an "and" before the last. */
    list: (parts: readonly string[], end: 'closed' | 'open' = 'closed') =>
      new Intl.ListFormat(locale, end === 'open' ? { type: 'unit', style: 'short' } : {}).format(parts),
    number: (value: number, options?: Intl.NumberFormatOptions) => formatNumber(locale, value, options),
    money: (amount: number, currency: string, places?: 'always' | 'whole') =>
      formatMoney(locale, amount, currency, places),
  };
}
