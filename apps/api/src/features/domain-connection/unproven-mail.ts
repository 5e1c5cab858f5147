import { OWNERSHIP_PROOF_DAYS } from '@postern/domain/domain-connection';
import type { Queryable } from '../../db/client.ts';
import type { MailFacts, MailTemplate, MailText } from '../../feature/feature.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import { derivedId } from '../../runtime/ids.ts';
import { textsIn } from '../../texts/texts-in.ts';
import { readCustomerForMail, readEvenEnded } from '../bundles/public.ts';
import { enqueueMail, renderMail } from '../notifications/public.ts';

type Attrs = {
  partnerId: number;
  locale: string;
  domain: string;
  /** When the trial was cancelled, and when its mailboxes are deleted, ISO 8601; null if something else keeps the domain. */
  at: string;
  releasedAt: string | null;
};

/** Tells a customer that the trial has ended because nobody proved the domain, and what can be done. Spec 2 §9. */
export const UNPROVEN_MAIL: MailTemplate<Attrs> = { template: 'unproven-trial', write: (_, facts) => write(facts) };

function write({ attrs, companyName, supportEmail }: MailFacts<Attrs>): MailText {
  const { domain, at, releasedAt } = attrs;
  const { text, locale } = textsIn(attrs.locale);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const mail = renderMail({
    subject: text('unproven.subject', { domain }),
    lead: text('unproven.lead', { domain }),
    lines: [
      ...(releasedAt === null ? [] : [text('unproven.deleted', { date: format.format(new Date(releasedAt)) })]),
      text('unproven.again', { domain, days: OWNERSHIP_PROOF_DAYS }),
      text('billing.help', { supportEmail }),
    ],
    companyName,
  });
  return { ...mail, kind: 'unproven-trial', at: new Date(at) };
}

type Ended = { customerId: string; bundleId: string; orderId: string; at: Date; releasedAt: Date | null };

/** Enqueues it in the transaction that cancels the trial. An order is cancelled once, so it is mailed once. */
export async function mailUnproven(
  tx: Queryable,
  jobs: JobQueue,
  { orderId, at, releasedAt, ...key }: Ended,
): Promise<void> {
  const [reader, held] = await Promise.all([readCustomerForMail(tx, key.customerId), readEvenEnded(tx, key)]);
  if (reader === null || held === null) return;
  await enqueueMail(tx, jobs, UNPROVEN_MAIL, {
    messageId: derivedId('unproven-trial', orderId, at.toISOString()),
    to: reader.billingAddress.email,
    attrs: {
      ...{ partnerId: held.partnerId, locale: reader.locale, domain: held.domainName },
      ...{ at: at.toISOString(), releasedAt: releasedAt?.toISOString() ?? null },
    },
  });
}
