import type { Plan } from '@postern/contract/plans';
import { hasFeature, mailboxQuotaMb, sharedQuotaMb } from '@postern/domain/plans';
import type { Locale } from '../../../lib/i18n/locales.ts';
import type { MessageKey } from '../../../lib/i18n/message-key.ts';
import type { Text } from '../../../lib/i18n/texts.ts';

/** The features that the sentence names, in its order; the brand's prefix of `…_ai` is left out. Spec 2 §3, Feature. */
const NAMES: readonly [type: string, key: MessageKey][] = [
  ['web_mail', 'purchase.feature.web_mail'],
  ['calendar', 'purchase.feature.calendar'],
  ['contact_groups', 'purchase.feature.contact_groups'],
  ['read_receipts', 'purchase.feature.read_receipts'],
  ['email_templates', 'purchase.feature.email_templates'],
  ['undo_send', 'purchase.feature.undo_send'],
  ['schedule_send', 'purchase.feature.schedule_send'],
  ['send_as', 'purchase.feature.send_as'],
  ['two_factor_auth', 'purchase.feature.two_factor_auth'],
];
const MOST_FEATURES = 4;

/** The plan's features in one sentence: '30 GB a mailbox, calendar, read receipts and templates.' Empty if it lists nothing. */
export function planSentence(plan: Plan, locale: Locale, t: Text): string {
  const features = NAMES.filter(([type]) => hasFeature(plan, type)).map(([, key]) => t(key));
  const ai = plan.features.some((feature) => /(^|_)ai$/.test(feature.type)) ? [t('purchase.feature.ai')] : [];
  const parts = [...storageOf(plan, locale, t), ...ai, ...features].slice(0, MOST_FEATURES);
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts);
  return list === ''
    ? ''
    : t('purchase.plan.features', { features: list.charAt(0).toLocaleUpperCase(locale) + list.slice(1) });
}

function storageOf(plan: Plan, locale: Locale, t: Text): string[] {
  const each = mailboxQuotaMb(plan);
  if (each !== null) return [t('purchase.plan.storageEach', { size: sizeText(each, locale) })];
  const shared = sharedQuotaMb(plan);
  return shared === null ? [] : [t('purchase.plan.storageShared', { size: sizeText(shared, locale) })];
}

const MB_A_GB = 1024;

function sizeText(megabytes: number, locale: Locale): string {
  const [value, unit] = megabytes >= MB_A_GB ? [megabytes / MB_A_GB, 'gigabyte'] : [megabytes, 'megabyte'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
}
