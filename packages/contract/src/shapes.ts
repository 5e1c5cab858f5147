import * as z from 'zod/mini';

/** Shapes that several features share. Lengths are bounds against abuse, not business rules: those live in the domain. */
export const text = (maximum: number) => z.string().check(z.maxLength(maximum));
export const uuid = z.uuid();
export const epochMillis = z.number();
export const instant = z.iso.datetime();

/** A decimal number with at most two places, in the currency's major unit (the specification's own number fields). */
export const amount = z.number().check(
  z.refine((value) => Number.isFinite(value) && Math.abs(Math.round(value * 100) - value * 100) < 1e-6, {
    error: 'TOO_MANY_DECIMALS',
  }),
);

export const currency = z.enum(['USD', 'INR', 'GBP', 'EUR', 'BRL', 'PEN', 'ZAR']);
export const billingCycle = z.enum(['monthly', 'quarterly', 'semesterly', 'yearly', 'two_yearly', 'four_yearly']);
export const orderType = z.enum(['MailSuite', 'Site', 'NeoDomain']);
export const empty = z.object({});

const DIGITS = /^(0|-?[1-9]\d{0,15})$/;
const readDigits = (sent: unknown): unknown => (typeof sent === 'string' && DIGITS.test(sent) ? Number(sent) : sent);

/** A whole number, or its digits in a query; nothing else that JavaScript would turn into a number. */
export const wholeNumber = (minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER) =>
  z.pipe(z.transform(readDigits), z.number().check(z.int(), z.gte(minimum), z.lte(maximum)));

/** Query of every list that can grow: a page size, where to continue, and what to look for. */
export const listQuery = {
  limit: z._default(wholeNumber(1, 500), 100),
  cursor: z.optional(text(500)),
  q: z.optional(text(200)),
};

/** Names the session's active bundle, as leaving out `bundleId` does. */
export const ACTIVE_BUNDLE = '-1';

/** The bundle a call is about; absent or ACTIVE_BUNDLE means the session's active one. */
export const bundleQuery = { bundleId: z.optional(text(64)) };

export type BillingCycle = z.infer<typeof billingCycle>;
export type Currency = z.infer<typeof currency>;
export type OrderType = z.infer<typeof orderType>;
