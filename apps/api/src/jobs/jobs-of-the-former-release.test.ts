import { shortCustomerId } from '@postern/domain/sign-in';
import { expect, test } from 'vitest';
import type { MailTemplate } from '../feature/feature.ts';
import { REMOVE_CARD } from '../features/billing/card/remove-card-at-gateway.ts';
import { BILLING_MAIL, type BillingMail } from '../features/billing/mail/billing-mail.ts';
import { RUN_BULK } from '../features/bulk/run-deps.ts';
import { ERASED_MAIL, ERASURE_ASKED_MAIL } from '../features/customer-data/erasure-mail.ts';
import { RUN_DOMAIN_CHANGE } from '../features/domain-change/domain-change-job.ts';
import { FAILED_REFUND_MAIL } from '../features/billing/refund/failed-refund-mail.ts';
import { DISPUTE_MAIL, type DisputeNews } from '../features/disputes/dispute-mail.ts';
import { PREPARE_DOMAIN } from '../features/domain-connection/prepare-domain.ts';
import { UNPROVEN_MAIL } from '../features/domain-connection/unproven-mail.ts';
import { INSTRUCTIONS_MAIL } from '../features/domain-instructions/instructions-mail.ts';
import { FEATURES } from '../features/index.ts';
import { END_MAIL_SESSIONS } from '../features/mail-sessions/end-mail-sessions.ts';
import { IMPORT_ENDED_MAIL, IMPORT_PASSWORD_MAIL } from '../features/mail-import/import-mails.ts';
import { FORMER_ADDRESS_MAIL } from '../features/mailboxes/former-address/former-address-mail.ts';
import { SECURITY_NOTICES, securityNotice } from '../features/notifications/security-notice-mail.ts';
import { CREDIT_NOTE_MAIL, RECEIPT_MAIL } from '../features/invoices/mail/invoice-mail.ts';
import { SEND_MAIL, SEND_MAIL_WITH_FILE } from '../features/notifications/send-mail-job.ts';
import { VISIT_ASKED_MAIL } from '../features/support-visits/consent-mail.ts';
import { sendingLimitNotice } from '../features/sending/sending-limit-mail.ts';
import { MAIL_PASSWORD_LINKS } from '../features/sign-in/forgot-password.ts';
import { PASSWORD_LINK_MAILS } from '../features/sign-in/password-link-templates.ts';
import { createSealer } from '../secrets/seal.ts';
import type { Job } from './job.ts';

// Jobs that 0.1.0 leaves behind, as they were recorded from its queue. During an upgrade they wait until N works on them (ADR 86). Add a
// release's jobs here when it is made; the last test demands it. Change or remove a job only when no release that can still be upgraded
// could have queued it.

/** A recorded job. The compiler refuses it once the job needs a field that it lacks, or no longer knows one that it has. */
const job = <Data>(queue: string, now: Job<Data>, data: NoInfer<Data>) => ({ queue, now, data });

/** A recorded mail: the attributes of its job, and what its text must still tell. */
const mail = <Attrs>(
  template: string,
  now: MailTemplate<Attrs>,
  { attrs, tells }: { attrs: NoInfer<Attrs>; tells: string[] },
) => ({ template, now: now.template, attrs, tells });

const BUNDLE = { customerId: '019cd6f9-7a80-7c4c-b028-f91e7464e57d', bundleId: '019cd6f9-7a80-7546-9a95-967aba4956b8' };
const ANNA = { partnerId: 54, email: 'anna@shop-1.test', locale: 'en' };
const OWNER = { partnerId: 54, email: 'owner@shop-33.test', locale: 'en', dueAtMillis: 1_774_342_800_000 };

const IMPORT = {
  ...{ partnerId: 54, locale: 'en' },
  ...{ sourceEmail: 'anna@elsewhere.test', destinationEmail: 'anna@shop-1.test' },
};

const INVOICE = {
  ...{ partnerId: 54, locale: 'en', domain: 'shop-1.test', at: '2026-03-10T09:00:00.000Z' },
  ...{ invoiceId: '019cd6f9-7a80-7d5c-9a52-1b897080206c', amount: { minor: 1_200, currency: 'EUR' } },
};

/** What each mail about an order says in addition to its domain. */
const BILLING_TELLS: Record<BillingMail, string[]> = {
  'renewal-reminder': ['12', 'April 10, 2026'],
  'trial-ending': ['April 10, 2026'],
  receipt: ['12', 'April 10, 2026'],
  'payment-failed': ['12'],
  'confirm-payment': ['12'],
  suspended: ['April 9, 2026'],
  'deletion-warning': ['deleted soon'],
  deleted: [],
  cancelled: ['April 10, 2026'],
  reactivated: ['April 10, 2026'],
  'add-on-trial-ending': ['12', 'April 10, 2026'],
  'add-on-ended': ['we charge nothing'],
  'change-blocked': ['April 10, 2026'],
  'change-dropped': ['was renewed'],
};

/** What each mail about a dispute says in addition to its id, amount and invoice. */
const DISPUTE_TELLS: Record<DisputeNews, string[]> = {
  opened: ['has taken back', '19 Mar 2026'],
  inquiry: ['asks about', '19 Mar 2026'],
  reminder: ["isn't answered yet", '19 Mar 2026'],
  won: ['decided for you'],
  lost: ['decided against you'],
};

const JOBS = [
  job('prepare-domain', PREPARE_DOMAIN, BUNDLE),
  job('run-bulk', RUN_BULK, { ...BUNDLE, jobId: '019cd6f9-bce8-7c83-ba4e-4ec05397385c' }),
  job('run-domain-change', RUN_DOMAIN_CHANGE, { ...BUNDLE, changeId: '019cd6f9-7a80-7061-a103-949729dc40bf' }),
  job('mail-password-links', MAIL_PASSWORD_LINKS, { email: 'anna@shop-46.test', customerId: null }),
  job('end-mail-sessions', END_MAIL_SESSIONS, {
    mailboxId: '019cd6f9-7a80-75f3-802f-6124c1010ec0',
    address: 'anna@shop-1.test',
  }),
  job('remove-card', REMOVE_CARD, { customerId: BUNDLE.customerId, paymentMethodId: 'pm_1QxYzA2eZvKYlo2C' }),
  job('send-mail', SEND_MAIL, {
    messageId: '019cd6f9-7a80-707e-bbe6-de66a7753d4b',
    to: 'owner@shop-1.test',
    attrs: { partnerId: 54, locale: 'en' },
    template: 'set-password',
  }),
  job('send-mail-with-file', SEND_MAIL_WITH_FILE, {
    messageId: '019cd6f9-7a80-707e-bbe6-de66a7753d4c',
    to: 'owner@shop-1.test',
    attrs: { partnerId: 54, locale: 'en' },
    template: 'receipt',
  }),
];

const MAILS = [
  mail('set-password', PASSWORD_LINK_MAILS['set-password'], {
    attrs: { ...ANNA, customerId: BUNDLE.customerId, validHours: 72 },
    // The short form of the id, which a person can type.
    tells: [ANNA.email, shortCustomerId(BUNDLE.customerId), 'three days'],
  }),
  mail('reset-password', PASSWORD_LINK_MAILS['reset-password'], {
    attrs: { ...ANNA, customerId: null, validHours: 72 },
    tells: [ANNA.email, 'three days'],
  }),
  ...(['second-factor-enabled', 'second-factor-disabled', 'data-exported'] as const).map((notice) =>
    mail(notice, securityNotice(notice), { attrs: { ...ANNA, name: '' }, tells: [ANNA.email] }),
  ),
  mail('app-password-created', securityNotice('app-password-created'), {
    attrs: { ...ANNA, name: 'Phone' },
    tells: [ANNA.email, 'Phone'],
  }),
  mail('former-address', FORMER_ADDRESS_MAIL, {
    attrs: {
      ...ANNA,
      changedBy: 'admin@shop-1.test',
      ip: '127.0.0.1',
      changedAtMillis: 1_773_133_200_000,
      canUndo: true,
      isUndone: false,
    },
    tells: [ANNA.email, 'admin@shop-1.test', '127.0.0.1', 'March 10, 2026'],
  }),
  mail('erasure-asked', ERASURE_ASKED_MAIL, { attrs: OWNER, tells: [OWNER.email, 'March 24, 2026'] }),
  mail('erased', ERASED_MAIL, { attrs: OWNER, tells: [OWNER.email] }),
  mail('unproven-trial', UNPROVEN_MAIL, {
    attrs: {
      ...{ partnerId: 54, locale: 'en', domain: 'shop-1.test' },
      ...{ at: '2026-03-10T09:00:00.000Z', releasedAt: '2026-04-09T09:00:00.000Z' },
    },
    tells: ['shop-1.test', 'April 9, 2026'],
  }),
  mail('domain-instructions', INSTRUCTIONS_MAIL, {
    attrs: { partnerId: 54, domainName: 'shop-1.test', validDays: 14, locale: 'en' },
    tells: ['shop-1.test', '14 days'],
  }),
  ...([1, 2] as const).map((level) =>
    mail(level === 1 ? 'sending-limit-near' : 'sending-limit-reached', sendingLimitNotice(level), {
      attrs: {
        ...{ partnerId: 54, locale: 'en', scope: 'mailbox', span: 'hour', limit: 250 },
        ...{ target: ANNA.email, freeAt: '2026-03-10T10:00:00.000Z' },
      },
      tells: [ANNA.email, '250', 'March 10, 2026'],
    }),
  ),
  ...Object.entries(BILLING_TELLS).map(([kind, tells]) =>
    mail('billing', BILLING_MAIL, {
      attrs: {
        ...{ partnerId: 54, locale: 'en', kind: kind as BillingMail, domain: 'shop-1.test' },
        ...{ at: '2026-03-10T09:00:00.000Z', endsAt: '2026-04-10T09:00:00.000Z' },
        amount: { minor: 1_200, currency: 'EUR' },
      },
      tells: ['shop-1.test', ...tells],
    }),
  ),
  mail('receipt', RECEIPT_MAIL, {
    attrs: { ...INVOICE, paidUntil: '2026-04-10T09:00:00.000Z' },
    tells: ['shop-1.test', '12', 'April 10, 2026'],
  }),
  mail('credit-note', CREDIT_NOTE_MAIL, {
    attrs: {
      ...{ ...INVOICE, number: 'HM-CN-2026-00031', to: 'card', reason: 'Outage of 3 March' },
      corrects: { number: 'HM-2026-01544', date: '2026-03-01' },
    },
    tells: ['HM-CN-2026-00031', '12', 'Outage of 3 March', 'HM-2026-01544', 'March 1, 2026'],
  }),
  ...Object.entries(DISPUTE_TELLS).map(([kind, tells]) =>
    mail('dispute', DISPUTE_MAIL, {
      attrs: {
        ...{ partnerId: 54, locale: 'en', kind: kind as DisputeNews, disputeId: 'dp_1QxYzA2e', reason: 'fraudulent' },
        ...{ amountMinor: 1_200, currency: 'EUR', invoice: 'HM-2026-00001' },
        respondBy: kind === 'won' || kind === 'lost' ? null : '2026-03-19T09:00:00.000Z',
      },
      tells: ['dp_1QxYzA2e', '12', 'HM-2026-00001', ...tells],
    }),
  ),
  mail('failed-refund', FAILED_REFUND_MAIL, {
    attrs: {
      ...{ partnerId: 54, locale: 'en', refundId: 're_1QxYzA2e', creditNote: 'HM-CN-2026-00031' },
      ...{ amountMinor: 1_200, currency: 'EUR', failure: 'expired_or_canceled_card' },
    },
    tells: ['re_1QxYzA2e', '12', 'HM-CN-2026-00031', 'expired_or_canceled_card', 'refund-again'],
  }),
  mail('visit-asked', VISIT_ASKED_MAIL, {
    attrs: {
      ...{ partnerId: 54, locale: 'en', staffName: 'Mara Lindqvist', company: 'Harbour Mail' },
      ...{ reason: 'Mail is late', expiresAtMillis: 1_773_135_000_000 },
    },
    tells: ['Mara Lindqvist', 'Harbour Mail', 'Mail is late'],
  }),
  mail('import-password', IMPORT_PASSWORD_MAIL, {
    attrs: { ...IMPORT, validDays: 7 },
    tells: [IMPORT.sourceEmail, IMPORT.destinationEmail, 'seven days'],
  }),
  mail('import-ended', IMPORT_ENDED_MAIL, {
    attrs: {
      ...IMPORT,
      ...{ taskId: '019cd6f9-7a80-7d5c-9a52-1b897080206b', copied: 2_000, present: 3, missed: 1, isWhole: false },
    },
    tells: [IMPORT.sourceEmail, IMPORT.destinationEmail, '2,000', '019cd6f9-7a80-7d5c-9a52-1b897080206b'],
  }),
];

const queues = FEATURES.flatMap(({ jobs = [] }) => jobs.map(({ queue }) => queue));
const templates: readonly MailTemplate<never>[] = [...FEATURES.flatMap(({ mails = [] }) => mails), ...SECURITY_NOTICES];

test('each job that the former release queued still runs: its queue has its name, and its data the fields', () => {
  expect(queues).toEqual(expect.arrayContaining(JOBS.map(({ queue }) => queue)));
  expect(JOBS.map(({ now }) => now.queue)).toEqual(JOBS.map(({ queue }) => queue));
});

test('each mail that the former release queued is still written, and says what it said', () => {
  const deps = { sealer: createSealer(Buffer.alloc(32, 7)), publicUrl: 'http://panel.test' };
  for (const { template, now, attrs, tells } of MAILS) {
    expect(now).toBe(template);
    const found = templates.find((each) => each.template === template);
    const written = found?.write(deps, {
      messageId: '019cd6f9-7a80-70c9-9a52-1b897080206a',
      attrs: attrs as never,
      companyName: 'Harbour Hosting',
      supportEmail: 'help@harbour.test',
    });
    const text = `${written?.subject}\n${written?.text}`;
    expect(text).not.toMatch(/undefined|null|NaN|Invalid Date/);
    for (const fact of tells) expect(text).toContain(fact);
  }
});

test('every job and every mail of this release is recorded, so that the next release knows what it may find waiting', () => {
  const missing = (all: readonly string[], recorded: readonly string[]) => all.filter((one) => !recorded.includes(one));
  const advice = 'Add what it queues to JOBS or MAILS above, as it is in the column data of pgboss.job.';
  expect(
    missing(
      queues,
      JOBS.map(({ queue }) => queue),
    ),
    advice,
  ).toEqual([]);
  expect(
    missing(
      templates.map(({ template }) => template),
      MAILS.map(({ template }) => template),
    ),
    advice,
  ).toEqual([]);
});
