import * as z from 'zod/mini';
import { address } from './address.ts';
import { mailAccount } from './mailboxes.ts';
import { operation } from './operation.ts';
import { bundleQuery, empty, epochMillis, text, uuid } from './shapes.ts';

/** Free text: why a mailbox is suspended; it also names which of several suspensions is meant. Spec 2 §3, Suspension. */
const suspensionType = z._default(text(2000), '');

export const deleteMailbox = operation({
  id: 'deleteMailbox',
  summary:
    'Delete a mailbox with its mail, aliases and add-ons. If it is the catch-all, that is removed too. Refused with LAST_RECIPIENT, naming the forwarders, if a forwarder delivers to it only and `forwardTo` is missing.',
  description:
    "For admins of the domain. The address becomes free, and stored mail is gone. The last mailbox and the last active admin can't be deleted; use replaceMailbox for the last one.",
  feature: 'mailboxes',
  method: 'POST',
  path: '/panel/account/email/delete',
  access: 'session',
  input: z.object({
    email: address,
    /** The mailbox that takes its place in forwarders that deliver to it only; null deletes these forwarders. */
    forwardTo: z.optional(z.nullable(address)),
  }),
  output: empty,
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED', 'LAST_ADMIN', 'LAST_ACCOUNT', 'LAST_RECIPIENT'],
});

export const replaceMailbox = operation({
  id: 'replaceMailbox',
  summary:
    'Delete a mailbox and create another in its place, also in its forwarders and as the catch-all. This is how to replace the last one.',
  description:
    "For admins of the domain. Both steps happen together: if the new mailbox can't be created, the old one stays.",
  feature: 'mailboxes',
  method: 'POST',
  path: '/panel/account/email/delete-and-create',
  access: 'session',
  input: z.object({
    orderId: uuid,
    bundleId: text(64),
    oldAccountId: uuid,
    email: address,
    password: text(1000),
    alternateEmail: z.optional(address),
    displayName: z.optional(text(200)),
  }),
  output: z.object({ account: mailAccount }),
  needsPassword: () => true,
  errors: [
    'PASSWORD_NEEDED',
    'NOT_AUTHORIZED',
    'EMAIL_EXISTS',
    'MAILBOX_LIMIT_REACHED',
    'TRIAL_LIMIT_REACHED',
    'PLAN_EXPIRED',
    'MAIL_BACKEND_UNAVAILABLE',
  ],
});

const configChange = z.object({
  /** Absent: the caller's own mailbox. */
  accountId: z.optional(uuid),
  /** The new alternate email. */
  userEmail: z.optional(address),
  accountConfig: z.optional(
    z.object({
      isAdmin: z.optional(z.boolean()),
      unsetFlags: z.optional(z.array(z.enum(['TWO_FA_ENABLED'])).check(z.maxLength(10))),
    }),
  ),
});

export const updateMailbox = operation({
  id: 'updateMailbox',
  summary: 'Change the alternate email or the admin right of a mailbox, or switch off its two-factor sign-in.',
  description:
    'Send either `userEmail`, the new alternate email, or `accountConfig` with one change. When an alternate email changes, its former address gets a link to undo that for three days. Mailbox users may change their own alternate email only.',
  feature: 'mailboxes',
  method: 'POST',
  path: '/panel/account/email/update/config',
  access: 'session',
  input: configChange,
  output: z.object({ account: mailAccount }),
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED', 'LAST_ADMIN'],
});

export const updateUser = operation({
  id: 'updateUser',
  summary: 'The same as updateMailbox, at the other path that clients use.',
  description: 'Input, answer and rules are those of updateMailbox.',
  feature: 'mailboxes',
  method: 'POST',
  path: '/panel/user/update-config',
  access: 'session',
  input: configChange,
  output: z.object({ account: mailAccount }),
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED', 'LAST_ADMIN'],
});

export const resetMailboxPassword = operation({
  id: 'resetMailboxPassword',
  summary: 'Email a link to choose a new password, valid for three days.',
  description: 'For admins of the domain. The present password keeps working until a new one is chosen.',
  feature: 'mailboxes',
  method: 'POST',
  path: '/panel/account/email/reset-password',
  access: 'session',
  input: z.object({ email: address, recipient: address, source: z.optional(text(100)) }),
  output: empty,
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED'],
});

export const sendLoginDetails = operation({
  id: 'sendLoginDetails',
  summary: 'Email the address and a link to choose the first password, valid for three days. Never sends a password.',
  description: 'For admins of the domain. The person chooses a password with the link, so nobody else ever knows it.',
  feature: 'mailboxes',
  method: 'POST',
  path: '/panel/account/email/send-login-details',
  access: 'session',
  input: z.object({ email: address, recipient: address }),
  output: empty,
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED'],
});

export const suspendMailbox = operation({
  id: 'suspendMailbox',
  summary: "Suspend a mailbox. It still receives mail but can't sign in or send.",
  description:
    'Each reason is a suspension of its own, and the mailbox works again when all are lifted. Open sessions of the mailbox end at once.',
  feature: 'mailboxes',
  method: 'POST',
  path: '/panel/account/email/suspend',
  access: 'session',
  input: z.object({ email: address, suspensionType }),
  output: z.object({ account: mailAccount }),
  errors: ['NOT_AUTHORIZED', 'LAST_ADMIN'],
});

export const unsuspendMailbox = operation({
  id: 'unsuspendMailbox',
  summary: "Lift the caller's own suspension. The mailbox stays suspended while others suspend it.",
  description:
    "Name `suspensionType` to lift one suspension, or leave it out to lift all that the caller's role made. `newStatus` says whether others remain.",
  feature: 'mailboxes',
  method: 'POST',
  path: '/panel/account/email/unsuspend',
  access: 'session',
  /** Without a type, all of the caller's own suspensions are lifted. */
  input: z.object({ email: address, suspensionType: z.optional(text(2000)) }),
  output: z.object({ newStatus: z.enum(['active', 'suspended']) }),
  errors: ['NOT_AUTHORIZED'],
});

export const suspension = z.object({
  suspensionType: z.string(),
  /** Whether it is the caller's own, so that the caller may lift it. */
  unsuspendable: z.boolean(),
  userEmail: z.string(),
  role: z.string(),
  createdOnEpochMillis: epochMillis,
});

export const listSuspensions = operation({
  id: 'listSuspensions',
  summary: 'List why a mailbox is suspended, and which suspensions the caller may lift.',
  description: 'For admins of the domain and for staff. `unsuspendable` says whether the caller may lift a suspension.',
  feature: 'mailboxes',
  method: 'GET',
  path: '/panel/account/email/get-all-suspensions',
  access: 'session',
  input: z.object({ ...bundleQuery, accountId: uuid }),
  output: z.object({ suspensions: z.array(suspension) }),
  errors: ['NOT_AUTHORIZED'],
});

/** Why an address isn't available. Spec 2 §8, availability. */
const unavailabilityReason = z.enum(['userNotFound', 'emailInvalid', 'emailExists', 'TOP_BRAND', 'DomainNotFound']);

export const checkEmailAvailability = operation({
  id: 'checkEmailAvailability',
  summary: 'Check which of these addresses are available for a mailbox of the domain.',
  description: 'Answers for up to 50 addresses at once. An available address is not reserved: createMailbox decides.',
  feature: 'mailboxes',
  method: 'POST',
  path: '/neo-namespace/check-email-availability',
  access: 'session',
  input: z.object({ emails: z.array(address).check(z.minLength(1), z.maxLength(50)), domainName: text(255) }),
  output: z.object({
    /** Keyed by the address as it was sent. */
    availabilityStatus: z.record(
      z.string(),
      z.object({ isAvailable: z.boolean(), reason: z.optional(unavailabilityReason) }),
    ),
  }),
  errors: ['NOT_AUTHORIZED'],
});

export type Suspension = z.infer<typeof suspension>;
export type UnavailabilityReason = z.infer<typeof unavailabilityReason>;
