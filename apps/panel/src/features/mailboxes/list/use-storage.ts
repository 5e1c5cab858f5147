import type { MailAccount } from '@postern/contract/mailboxes';
import { formatStorage, type StorageParts, storageParts, usagePercent } from '@postern/domain/mailboxes';
import { type MeterLevel, meterLevel } from '@postern/ui/feedback/meter';
import { formatNumber } from '../../../lib/i18n/format.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { useLocale, useText } from '../../../lib/i18n/texts.ts';

export type Storage = {
  /** 0 to 100. */
  percent: number;
  level: MeterLevel;
  /** '12.4 GB of 30 GB' */
  text: string;
  /** '12.4 of 30 GB', if both have the same unit. */
  shortText: string;
};

/** A mailbox's storage, as a percentage and as text. Spec 2 §9. */
export function useStorage({ quotaUsed, quotaLimit }: Pick<MailAccount, 'quotaUsed' | 'quotaLimit'>): Storage {
  const t = useText();
  const locale = useLocale();
  const percent = usagePercent(quotaUsed, quotaLimit);
  const parts = storageParts(quotaUsed);
  const used = formatStorage(quotaUsed, locale);
  const limit = formatStorage(quotaLimit, locale);
  const shortUsed = parts.unit === storageParts(quotaLimit).unit ? valueText(parts, locale) : used;
  return {
    percent,
    level: meterLevel(percent, 100),
    text: t('mailboxes.storage.text', { used, limit }),
    shortText: t('mailboxes.storage.text', { used: shortUsed, limit }),
  };
}

const valueText = ({ value, decimals }: StorageParts, locale: Locale): string =>
  formatNumber(locale, value, { maximumFractionDigits: decimals });
