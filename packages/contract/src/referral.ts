import * as z from 'zod/mini';
import { operation } from './operation.ts';

/** The page of ours in which the programme's script runs, shown by the panel in a frame. ADR 119. */
export const REFERRAL_FRAME = '/external/cello/frame';

/** What that page may do: it has no origin, and no way to the page around it. */
export const REFERRAL_SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

export const generateReferralToken = operation({
  id: 'generateReferralToken',
  summary: 'Get a token that signs a customer in to the referral programme.',
  description:
    "For the customer's own login. Give `token` and `productId` to the script of the programme in the browser, once the person has agreed to load it. The token names the customer by an id that means nothing to anyone else. NOT_FOUND: the operator has no programme. NOT_AUTHORIZED: the user of a mailbox, or a customer of a partner that doesn't sell.",
  feature: 'referral',
  method: 'POST',
  path: '/external/cello/generate-token',
  access: 'session',
  input: z.object({}),
  output: z.object({ token: z.string(), productId: z.string() }),
  errors: ['NOT_AUTHORIZED'],
});

export const readReferralReward = operation({
  id: 'readReferralReward',
  summary: 'Read the most that a customer earns by recommending the product.',
  description: 'Refused as generateReferralToken is.',
  feature: 'referral',
  method: 'GET',
  path: '/external/cello/reward-details',
  access: 'session',
  input: z.object({}),
  output: z.object({ currencySymbol: z.string(), referrerRewardUpperLimit: z.number() }),
  errors: ['NOT_AUTHORIZED'],
});
