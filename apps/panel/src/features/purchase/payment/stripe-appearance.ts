import type { Appearance, StripeElementLocale } from '@stripe/stripe-js';
import type { Locale } from '../../../lib/i18n/locales.ts';

/** Locales for which Stripe's code isn't the language alone. */
const LOCALES: Partial<Record<Locale, StripeElementLocale>> = {
  'pt-br': 'pt-BR',
  'zh-hans-cn': 'zh',
  'zh-hant-tw': 'zh-TW',
  'zh-hk': 'zh-HK',
};

export const stripeLocale = (locale: Locale): StripeElementLocale =>
  LOCALES[locale] ?? (locale.split('-')[0] as StripeElementLocale);

type Rgb = [red: number, green: number, blue: number];

/**
 * The theme at an element of the page, for fields in a frame of Stripe's, which takes colours as rgb only and knows no variables
 * of ours. A colour mixed in sRGB can be read back as its three parts.
 */
export function stripeAppearance(place: HTMLElement): Appearance {
  const probe = document.createElement('span');
  place.append(probe);
  const read = (name: string): Rgb => {
    probe.style.color = `color-mix(in srgb, var(${name}), var(${name}))`;
    return rgbOf(getComputedStyle(probe).color);
  };
  const surface = read('--surface');
  const variables = {
    colorPrimary: toCss(read('--accent')),
    colorBackground: toCss(surface),
    colorText: toCss(read('--text')),
    colorTextSecondary: toCss(read('--text-2')),
    colorTextPlaceholder: toCss(read('--text-3')),
    colorDanger: toCss(read('--bad')),
    borderRadius: getComputedStyle(place).getPropertyValue('--radius').trim(),
    fontFamily: 'system-ui, sans-serif',
    fontSizeBase: '15px',
  };
  probe.remove();
  return { theme: isDark(surface) ? 'night' : 'stripe', variables };
}

/** `color(srgb 0.2 0.4 0.6)`, as browsers write a mixed colour. */
function rgbOf(color: string): Rgb {
  const parts = color.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? [];
  const part = (index: number) => Math.round(Math.min(1, Math.max(0, Number(parts[index] ?? 0))) * 255);
  return [part(0), part(1), part(2)];
}

const toCss = (rgb: Rgb): string => `rgb(${rgb.join(', ')})`;
const isDark = ([red, green, blue]: Rgb): boolean => red + green + blue < 384;
