import type { PlainDate } from '../dates/index.ts';
import type { Currency } from '../money/index.ts';
import { bundleDiscountPercent } from './bundle-discount.ts';
import type { ProductType } from './plan.ts';

/** The products that a code can make cheaper, as the plan file names them. Spec 2 §3, Discount. */
export const DISCOUNTED_PRODUCTS = ['email_account', 'site', 'domain'] as const;

export type DiscountedProduct = (typeof DISCOUNTED_PRODUCTS)[number];

/** What a code takes off one account: hundredths of a percent, or an amount that is set for each currency and never converted. */
export type DiscountTerms =
  | { type: 'percentage'; basisPoints: number }
  | { type: 'flat'; amounts: Readonly<Partial<Record<Currency, number>>> };

/** A discount code of the catalogue. */
export type DiscountCode = {
  discountId: string;
  displayCode: string;
  /** The last day on which a charge is cheaper; null: none. */
  expiresOn: PlainDate | null;
  terms: Readonly<Partial<Record<DiscountedProduct, DiscountTerms>>>;
  /** The partners whose customers may use it; null: every partner's. */
  partnerIds: readonly number[] | null;
};

const PRODUCTS = { MailSuite: 'email_account', Site: 'site', NeoDomain: 'domain' } as const;

export const discountedProductOf = (product: ProductType): DiscountedProduct => PRODUCTS[product];

/** Codes are compared in this form, as people type them in any case. */
export const normaliseDiscountCode = (typed: string): string => typed.trim().toUpperCase();

const DISPLAY_CODE = /^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$/;

/** Three to forty letters, digits, hyphens and underscores: what can be read aloud and typed on every keyboard. */
export const isDisplayCode = (code: string): boolean => DISPLAY_CODE.test(code);

/** The discount of the whole bundle, for display only; null unless each product has one in percent. */
export function bundleDiscountOf({ terms }: Pick<DiscountCode, 'terms'>): number | null {
  const percent = (product: DiscountedProduct) => {
    const of = terms[product];
    return of?.type === 'percentage' ? of.basisPoints / 100 : null;
  };
  return bundleDiscountPercent({
    emailAccount: percent('email_account'),
    site: percent('site'),
    domain: percent('domain'),
  });
}
