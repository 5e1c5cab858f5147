const KB_A_MB = 1024;
const MB_A_GB = 1024;
const GB_FROM_MB = 1000;

/** A size to show: the rounded number, its unit, and its number of decimals. */
export type StorageParts = { value: number; unit: 'KB' | 'MB' | 'GB'; decimals: number };

/** A size in MB (1 MB = 1,048,576 bytes) in the unit to show: KB under 1 MB, GB from 1000 MB on, with at most two decimals. Spec 2 §9. */
export function storageParts(sizeMb: number): StorageParts {
  const size = Number.isFinite(sizeMb) ? Math.max(0, sizeMb) : 0;
  if (size >= GB_FROM_MB) return { value: round(size / MB_A_GB, 2), unit: 'GB', decimals: 2 };
  if (size === 0) return { value: 0, unit: 'MB', decimals: 0 };
  // 1023.6 KB would round to 1024 KB; that is 1 MB.
  const sizeKb = Math.round(size * KB_A_MB);
  if (sizeKb < KB_A_MB) return { value: Math.max(1, sizeKb), unit: 'KB', decimals: 0 };
  const value = round(size, 1);
  if (value >= GB_FROM_MB) return storageParts(GB_FROM_MB);
  return { value, unit: 'MB', decimals: Number.isInteger(value) ? 0 : 1 };
}

/** A size in MB as text, with the number as the locale (BCP 47) writes it: `512 KB`, `3.5 MB`, `12.25 GB`, `10 GB`. */
export function formatStorage(sizeMb: number, locale: string): string {
  const { value, unit, decimals } = storageParts(sizeMb);
  // A no-break space: a size never wraps.
  return `${numberFormat(locale, decimals).format(value)}\u00a0${unitIn(locale, unit)}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Kept, because a list shows two sizes a row, and making a format takes a hundred times as long as using it. */
function numberFormat(locale: string, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${decimals}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: decimals });
  formats.set(key, format);
  return format;
}

/** Languages that write the units in another way, after CLDR. */
const UNITS: Record<string, Record<StorageParts['unit'], string>> = {
  fr: { KB: 'ko', MB: 'Mo', GB: 'Go' },
  ru: { KB: 'КБ', MB: 'МБ', GB: 'ГБ' },
};

const unitIn = (locale: string, unit: StorageParts['unit']): string =>
  UNITS[locale.split('-')[0] ?? '']?.[unit] ?? unit;

/** How full a mailbox is in percent, with two decimals, never above 100. Spec 2 §9. */
export function usagePercent(quotaUsedMb: number, quotaLimitMb: number): number {
  if (quotaUsedMb <= 0) return 0;
  if (quotaLimitMb <= 0) return 100;
  return Math.min(100, round((quotaUsedMb / quotaLimitMb) * 100, 2));
}

function round(value: number, places: number): number {
  const factor = 10 ** places;
  return Math.round(value * factor) / factor;
}
