import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { text } from './shapes.ts';

/** The sandbox gateway's card form: what Stripe's own frame does for Stripe. No card number is ever kept. */
export const confirmSandboxPayment = operation({
  id: 'confirmSandboxPayment',
  summary: 'Confirm a sandbox intent with a test card.',
  description:
    'Exists only with the built-in test gateway, where it takes the place of the card form of a real one. Card 4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for a confirmation at `challengeUrl`, and 4000 0000 0000 5001 belongs to a bank that takes its time.',
  feature: 'payment',
  method: 'POST',
  path: '/sandbox-gateway/confirm',
  access: 'open',
  input: z.object({
    clientSecret: text(300),
    card: z.object({
      number: text(40),
      expMonth: z.number().check(z.int()),
      expYear: z.number().check(z.int()),
      cvc: text(8),
    }),
    returnUrl: z.optional(text(2000)),
  }),
  output: z.object({
    status: z.enum(['succeeded', 'processing', 'requires_action', 'failed']),
    code: z.optional(z.string()),
    declineCode: z.optional(z.string()),
    challengeUrl: z.optional(z.string()),
  }),
  errors: ['PAYMENT_GATEWAY_UNAVAILABLE'],
});
