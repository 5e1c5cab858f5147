import * as z from 'zod';

const amountMinor = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const currency = z.string().regex(/^[A-Z]{3}$/);
const metadata = z.record(z.string().max(100), z.string().max(1000));
const reference = z.string().min(1).max(200);

export const newPaymentIntentBody = z.strictObject({
  amountMinor,
  currency,
  description: z.string().max(1000),
  metadata,
  saveCard: z.boolean(),
  customerReference: reference,
});

export const newSetupIntentBody = z.strictObject({ metadata, customerReference: reference });

export const refundBody = z.strictObject({ intentId: reference, amountMinor, reason: z.string().max(1000) });

export const failRefundBody = z.strictObject({
  failure: z.string().min(1).max(100).default('expired_or_canceled_card'),
});

export const settleIntentBody = z.strictObject({ outcome: z.enum(['succeeded', 'failed']) });

export const disputeBody = z.strictObject({
  intentId: reference,
  reason: z.string().min(1).max(100).default('fraudulent'),
  isInquiry: z.boolean().default(false),
});

export const closeDisputeBody = z.strictObject({ outcome: z.enum(['won', 'lost']) });

export const offSessionChargeBody = z.strictObject({
  paymentMethodId: reference,
  amountMinor,
  currency,
  description: z.string().max(1000),
  metadata,
  customerReference: reference,
});

export const removeCardBody = z.strictObject({ customerReference: reference, paymentMethodId: reference });

export const removeCustomerBody = z.strictObject({ customerReference: reference });

const wholeNumber = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number),
]);

/** Card fields as people type them: spaces in the number, months and years as text, years with two digits. */
export const confirmBody = z.strictObject({
  clientSecret: z.string().max(300),
  card: z.strictObject({
    number: z
      .string()
      .max(40)
      .transform((text) => text.replaceAll(/[ -]/g, '')),
    expMonth: wholeNumber,
    expYear: wholeNumber.transform((year) => (year < 100 ? 2000 + year : year)),
    cvc: z.string().max(10),
  }),
  return_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
});

export const faultsBody = z.strictObject({
  delayMillis: z.number().int().min(0).max(60_000).optional(),
  dropConfirmReply: z.number().int().min(0).max(10_000).optional(),
  dropWebhooks: z.number().int().min(0).max(10_000).optional(),
});

/** A span of time by the gateway's clock, its end not included, and the page: how many entries of the ledger were looked at before. */
export const movementsQuery = z.object({
  from: z.coerce.number().int(),
  to: z.coerce.number().int(),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(100),
});

export const ledgerQuery = z.object({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

export type NewPaymentIntentBody = z.output<typeof newPaymentIntentBody>;
export type NewSetupIntentBody = z.output<typeof newSetupIntentBody>;
export type RefundBody = z.output<typeof refundBody>;
export type SettleIntentBody = z.output<typeof settleIntentBody>;
export type FailRefundBody = z.output<typeof failRefundBody>;
export type DisputeBody = z.output<typeof disputeBody>;
export type CloseDisputeBody = z.output<typeof closeDisputeBody>;
export type OffSessionChargeBody = z.output<typeof offSessionChargeBody>;
export type RemoveCardBody = z.output<typeof removeCardBody>;
export type RemoveCustomerBody = z.output<typeof removeCustomerBody>;
export type ConfirmBody = z.output<typeof confirmBody>;
