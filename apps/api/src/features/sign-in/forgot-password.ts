import { normaliseEmailAddress } from '@postern/domain/addresses';
import { namesCustomer, networkOf } from '@postern/domain/sign-in';
import type { Database } from '../../db/client.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import { defineJob } from '../../jobs/job.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { findMailboxOwner } from '../session/public.ts';
import { takeResetMail } from './limits/take-reset-mail.ts';
import { mailPasswordLink } from './mail-password-link.ts';
import { listLoginCandidates } from './sign-in-repository.ts';

const VALID_HOURS = 72;
/** Calls from one network address in 15 minutes. What protects people's inboxes is the limit of each person. */
const CALLS_MAXIMUM = 30;

type LinksWish = { email: string; customerId: string | null };

/** The job looks up the address's logins, so that the answer takes the same time for an unknown address. */
export const MAIL_PASSWORD_LINKS = defineJob<LinksWish>('mail-password-links');

export type ForgotPasswordDeps = { db: Database; clock: Clock; jobs: JobQueue; sealer: Sealer };

/**
 * Requests a link for every login of the address. The answer and its time are the same if there is none, and if its person has got three
 * mails within the hour. In that case the earlier links still work, so nobody can block this way in for someone else.
 */
export async function forgotPassword(
  deps: ForgotPasswordDeps,
  context: RequestContext,
  input: { email: string; customerId?: string | undefined },
): Promise<Record<string, never>> {
  const email = normaliseEmailAddress(input.email);
  await countAttempt(deps, [`forgot/address/${networkOf(context.ip)}`], CALLS_MAXIMUM);
  await deps.db.asSystem((tx) =>
    deps.jobs.enqueue(tx, MAIL_PASSWORD_LINKS, { email, customerId: input.customerId ?? null }),
  );
  return {};
}

/** Makes the requested links and enqueues their mails. */
export async function mailPasswordLinks(deps: ForgotPasswordDeps, job: LinksWish): Promise<void> {
  const link = { purpose: 'reset-password', email: job.email, validHours: VALID_HOURS } as const;
  await deps.db.asSystem(async (tx) => {
    const { mailboxes, customers } = await listLoginCandidates(tx, job.email);
    for (const { customerId, partnerId, locale } of customers) {
      if (job.customerId !== null && !namesCustomer(job.customerId, customerId)) continue;
      if (!(await takeResetMail(tx, deps.clock, { customerId, to: job.email }))) break;
      await mailPasswordLink(tx, deps, {
        ...{ ...link, customerId, mailboxId: null, to: job.email, boundTo: job.email, partnerId, locale },
      });
    }
    for (const { customerId, mailboxId, partnerId, locale } of mailboxes) {
      // A person who lost a mailbox's password can't read mail in it, so the link goes to the alternate address only.
      const owner = await findMailboxOwner(tx, customerId, mailboxId);
      if (owner?.alternateEmail && (await takeResetMail(tx, deps.clock, { customerId, to: owner.alternateEmail })))
        await mailPasswordLink(tx, deps, {
          ...link,
          customerId,
          mailboxId,
          to: owner.alternateEmail,
          boundTo: owner.alternateEmail,
          partnerId,
          locale,
        });
    }
  });
}
