import { createHmac } from 'node:crypto';
import type { Queryable } from '../../db/client.ts';
import type { MailTemplate, MailText } from '../../feature/feature.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { textsIn } from '../../texts/texts-in.ts';
import { enqueueMail, renderMail } from '../notifications/public.ts';
import { findCustomer } from '../session/public.ts';
import type { VisitRow } from './visit-repository.ts';

const DIGITS = 8;

/**
 * The code that lets a visit begin. Only the owner's mail contains it: it is derived from the visit's id when that mail is written, so no
 * queue stores it.
 */
export function visitCode(sealer: Sealer, visitId: string): string {
  const digest = createHmac('sha256', sealer.key)
    .update(JSON.stringify(['visit-code', visitId]))
    .digest();
  return String(digest.readUInt32BE(0) % 10 ** DIGITS).padStart(DIGITS, '0');
}

type Attrs = {
  partnerId: number;
  locale: string;
  staffName: string;
  company: string;
  reason: string;
  expiresAtMillis: number;
};

/** The mail that asks the owner whether support may visit. Its message id is the visit's id. */
export const VISIT_ASKED_MAIL: MailTemplate<Attrs> = {
  template: 'visit-asked',
  write: ({ sealer, publicUrl }, { messageId, attrs, companyName, supportEmail }): MailText => {
    const { text, locale } = textsIn(attrs.locale);
    const { staffName, company, reason, expiresAtMillis } = attrs;
    const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(expiresAtMillis);
    const code = visitCode(sealer, messageId).replace(/(?=.{4}$)/, ' ');
    return renderMail({
      subject: text('visit.asked.subject', { company }),
      lead: text('visit.asked.lead', { name: staffName, company, reason }),
      action: { href: new URL('/activity', publicUrl).href, label: text('visit.asked.button') },
      lines: [
        text('visit.asked.code', { code }),
        text('visit.asked.until', { time }),
        text('visit.asked.ignore', { supportEmail }),
      ],
      companyName,
    });
  },
};

/** Queues the mail with the question and the code, in the transaction that starts the wait. */
export async function mailVisitCode(tx: Queryable, { jobs }: { jobs: JobQueue }, row: VisitRow): Promise<void> {
  const owner = await findCustomer(tx, row.customerId);
  if (owner === null) return;
  const { partnerId, staffName, company, reason, expiresAt } = row;
  await enqueueMail(tx, jobs, VISIT_ASKED_MAIL, {
    messageId: row.visitId,
    to: owner.email,
    attrs: { partnerId, locale: owner.locale, staffName, company, reason, expiresAtMillis: expiresAt.getTime() },
  });
}
