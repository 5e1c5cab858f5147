import { REASON_MAXIMUM, TICKET_MAXIMUM } from '@postern/domain/support-visits';
import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { login, visit } from './session.ts';
import { bundleQuery, empty, instant, text, uuid } from './shapes.ts';

const reason = text(REASON_MAXIMUM);

export const openVisit = operation({
  id: 'openVisit',
  summary: "Start a support visit to a customer's domain.",
  description:
    'Answers like signIn, with a token that works for 30 minutes on this one domain and may help but never pay, delete, export, read mail, or touch passwords. The owner sees the visit and every step. If the owner wants to be asked first, the answer is CONSENT_NEEDED with a `visitId` for enterVisit. Another visit of the same member of staff ends.',
  feature: 'support-visits',
  method: 'POST',
  path: '/panel/staff/visits',
  access: 'staff',
  input: z.object({ bundleId: text(64), reason, ticket: z.optional(text(TICKET_MAXIMUM)) }),
  output: login,
  errors: ['BUNDLE_NOT_FOUND', 'CONSENT_NEEDED', 'TOO_MANY_ATTEMPTS'],
});

export const enterVisit = operation({
  id: 'enterVisit',
  summary: 'Enter a visit that the owner has allowed, or enter it with the code that the owner received.',
  description:
    'Answers CONSENT_NEEDED while the owner has not answered, and VISIT_ENDED once they refused or 30 minutes have passed. Ten wrong codes are refused for a while.',
  feature: 'support-visits',
  method: 'POST',
  path: '/panel/staff/visits/enter',
  access: 'staff',
  input: z.object({ visitId: uuid, code: z.optional(text(40)) }),
  output: login,
  errors: ['CONSENT_NEEDED', 'VISIT_ENDED'],
});

export const extendVisit = operation({
  id: 'extendVisit',
  summary: 'Let the visit last 30 minutes from now.',
  description: 'Needs a reason again, which the owner reads. No visit lasts longer than 4 hours in all.',
  feature: 'support-visits',
  method: 'POST',
  path: '/panel/staff/visits/extend',
  access: 'staff',
  takesVisitToken: true,
  input: z.object({ reason }),
  output: z.object({ visit }),
  errors: ['VISIT_ENDED'],
});

export const endVisit = operation({
  id: 'endVisit',
  summary: "End the member of staff's own visit, whether it runs or waits.",
  description: 'With the token of the staff session or of the visit. The token of the visit stops working at once.',
  feature: 'support-visits',
  method: 'POST',
  path: '/panel/staff/visits/end',
  access: 'staff',
  takesVisitToken: true,
  input: empty,
  output: empty,
  errors: [],
});

export const supportVisitFields = {
  visitId: uuid,
  staffName: z.string(),
  /** The partner or the provider that the supporter works for. */
  company: z.string(),
  reason: z.string(),
  ticket: z.nullable(z.string()),
  /** `waiting`: for the owner's answer; `open`: here now; `refused`: the owner said no, or didn't answer. */
  state: z.enum(['waiting', 'open', 'ended', 'refused']),
  askedAt: instant,
  /** Null if it never began. */
  startedAt: z.nullable(instant),
  /** Until when it lasts, or waits, at the latest. */
  expiresAt: instant,
  endedAt: z.nullable(instant),
  endedBy: z.nullable(z.enum(['staff', 'owner', 'time', 'operator'])),
};
const supportVisit = z.object(supportVisitFields);

export const listSupportVisits = operation({
  id: 'listSupportVisits',
  summary: 'List the current and past support visits to the domain.',
  description: 'For admins of the domain. The newest hundred, waiting and running ones first.',
  feature: 'support-visits',
  method: 'GET',
  path: '/panel/support-visits',
  access: 'session',
  input: z.object(bundleQuery),
  /** `consentRequired`: a visit waits until the owner allows it. */
  output: z.object({ consentRequired: z.boolean(), visits: z.array(supportVisit) }),
  errors: ['NOT_AUTHORIZED'],
});

export const endSupportVisit = operation({
  id: 'endSupportVisit',
  summary: 'End a support visit.',
  description: 'For admins of the domain. Once this is answered, the visit can change nothing more.',
  feature: 'support-visits',
  method: 'POST',
  path: '/panel/support-visits/end',
  access: 'session',
  input: z.object({ visitId: uuid }),
  output: empty,
  errors: ['NOT_AUTHORIZED'],
});

export const answerSupportVisit = operation({
  id: 'answerSupportVisit',
  summary: 'Allow a visit that waits, or refuse it.',
  description: 'For admins of the domain. The first answer counts.',
  feature: 'support-visits',
  method: 'POST',
  path: '/panel/support-visits/answer',
  access: 'session',
  input: z.object({ visitId: uuid, allow: z.boolean() }),
  output: empty,
  errors: ['NOT_AUTHORIZED', 'VISIT_ENDED'],
});

export const setVisitConsent = operation({
  id: 'setVisitConsent',
  summary: 'Set whether support must ask before each visit to the domain.',
  description: 'For admins of the domain. Counts from the next visit on.',
  feature: 'support-visits',
  method: 'POST',
  path: '/panel/support-visits/consent',
  access: 'session',
  input: z.object({ required: z.boolean() }),
  output: empty,
  errors: ['NOT_AUTHORIZED'],
});

export type SupportVisit = z.infer<typeof supportVisit>;
