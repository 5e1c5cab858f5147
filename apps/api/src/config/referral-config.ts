import { isSupportedCurrency, SUPPORTED_CURRENCIES } from '@postern/domain/money';
import type { CelloOptions } from '@postern/adapter-referral/port';
import { type Settings, textOf, urlOf } from './setting-values.ts';

const PRODUCT = 'POSTERN_REFERRAL_PRODUCT_ID';
const SECRET = 'POSTERN_REFERRAL_SECRET';
const REWARD = 'POSTERN_REFERRAL_REWARD';
const SCRIPT = 'POSTERN_REFERRAL_SCRIPT_URL';
export const REFERRAL_SETTINGS = [PRODUCT, SECRET, REWARD, SCRIPT];

/** https://docs.cello.so/referral-component/quickstart, read on 2026-11-27. The sandbox is at assets.sandbox.cello.so. */
const CELLOS_SCRIPT = 'https://assets.cello.so/app/latest/cello.js';

/** The operator's account at Cello; null without one. */
export function referralOf(settings: Settings): CelloOptions | null {
  if (!REFERRAL_SETTINGS.some((name) => settings.env[name])) return null;
  const [productId, secret, reward] = [PRODUCT, SECRET, REWARD].map((name) =>
    textOf(settings, name, 'The referral programme'),
  ) as [string, string, string];
  const [, amount, currency = ''] = /^(\d{1,6}(?:\.\d{1,2})?) ([A-Z]{3})$/.exec(reward) ?? [];
  if (reward !== '' && !isSupportedCurrency(currency))
    settings.refuse(`${REWARD} must be like 100 EUR, in one of ${SUPPORTED_CURRENCIES.join(', ')}.`);
  // In production nobody between Cello and the browser may change the script.
  const protocols = settings.mode === 'production' ? ['https:'] : ['https:', 'http:'];
  const scriptUrl = urlOf(settings, SCRIPT, protocols) ?? CELLOS_SCRIPT;
  return { productId, secret, scriptUrl, reward: { amount: Number(amount), currency } };
}
