import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { bundleQuery, instant } from './shapes.ts';

/**
 * What a new customer has done, as far as the server knows it. Each time says when it happened; null if it hasn't. Whether the domain is
 * connected is in `readDomainConnection`.
 */
export const firstStepsFacts = z.object({
  /** When the mail plan was bought; null without one, and then there are no first steps. */
  boughtAt: z.nullable(instant),
  /** How many mailboxes the domain has. */
  mailboxes: z.number(),
  /** When we set the domain's records on request; null after an undo. */
  domainSetAt: z.nullable(instant),
  /** When the first app password was made, or an admin said that the phone is set up. */
  phoneSetUpAt: z.nullable(instant),
  /** When login details were first mailed, or an admin said that the team knows. */
  teamToldAt: z.nullable(instant),
});

export const readFirstSteps = operation({
  id: 'readFirstSteps',
  summary: 'Read which of the first steps after a purchase have happened.',
  description: 'For admins of the domain and for staff. Whether the domain is connected is in `readDomainConnection`.',
  feature: 'first-steps',
  method: 'GET',
  path: '/panel/first-steps',
  access: 'session',
  input: z.object(bundleQuery),
  output: firstStepsFacts,
  errors: ['NOT_AUTHORIZED'],
});

export const noteFirstStep = operation({
  id: 'noteFirstStep',
  summary: 'Note a first step that no server can see: that the phone is set up, or that the team knows.',
  description: 'For admins of the domain and for staff. The first time is kept. Nothing else depends on it.',
  feature: 'first-steps',
  method: 'POST',
  path: '/panel/first-steps',
  access: 'session',
  input: z.object({ step: z.enum(['phone', 'team']) }),
  output: firstStepsFacts,
  errors: ['NOT_AUTHORIZED'],
});

export type FirstStepsData = z.infer<typeof firstStepsFacts>;
