import { isEmailAddress, isRecipientAddress, normaliseEmailAddress } from '@postern/domain/addresses';
import { CREATED_LINK_TTL_SECONDS, mayWithMailboxes } from '@postern/domain/mailboxes';
import { writeAudit } from '../../../db/audit.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { assertMay } from '../../../http/assert-may.ts';
import { countAttempt } from '../../../http/limit-attempts.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Sealer } from '../../../secrets/seal.ts';
import { hashToken } from '../../../secrets/tokens.ts';
import { readBundle } from '../../bundles/public.ts';
import { noteStep } from '../../first-steps/public.ts';
import { mailPasswordLink } from '../../sign-in/public.ts';
import { findMailbox } from '../administration-repository.ts';

export type MailLinkDeps = { db: Database; clock: Clock; jobs: JobQueue; sealer: Sealer };

type Wish = { email: string; recipient: string };

/** Links that the admins of a domain have mailed one by one, in 15 minutes. */
const LINKS_MAXIMUM = 60;

/** Mails a link to choose a new password. The current password stays valid until the link is used. Spec 2 §7. */
export function resetMailboxPassword(deps: MailLinkDeps, context: SessionContext, wish: Wish) {
  if (!isEmailAddress(wish.recipient)) throw refuseRecipient('invalidEmail');
  return mailLink(deps, context, 'reset-password', wish);
}

/** Mails the mailbox's address and a link to choose the first password, never a password. Spec 2 §5, send details; ADR 7. */
export function sendLoginDetails(deps: MailLinkDeps, context: SessionContext, wish: Wish) {
  if (!isRecipientAddress(wish.recipient)) throw refuseRecipient('RECIPIENT_INVALID');
  return mailLink(deps, context, 'set-password', wish);
}

const refuseRecipient = (code: string) => invalid([{ path: 'recipient', code, message: 'Correct this address.' }]);

async function mailLink(
  deps: MailLinkDeps,
  { actor, requestId }: SessionContext,
  purpose: 'set-password' | 'reset-password',
  wish: Wish,
): Promise<Record<string, never>> {
  assertMay(mayWithMailboxes(actor.role, 'mailPasswordLink'));
  const to = normaliseEmailAddress(wish.recipient);
  await countAttempt(deps, [`password-link/bundle/${actor.bundleId}`], LINKS_MAXIMUM);
  await countLinkTo(deps, actor, to);
  await deps.db.asSystem((tx) => writeLink(tx, deps, { actor, requestId }, purpose, { email: wish.email, to }));
  return {};
}

/**
 * Counts a customer's link to an inbox before it is made, so that nobody's inbox is flooded. Nobody else's links count, or a stranger could
 * use them up. An inbox has any number of addresses with a plus.
 */
export const countLinkTo = (
  deps: Pick<MailLinkDeps, 'db' | 'clock'>,
  { customerId }: { customerId: string },
  to: string,
) => countAttempt(deps, [`password-link/recipient/${customerId}/${hashToken(to.replace(/\+[^@]*@/, '@'))}`]);

/** Makes the link and its mail in the caller's transaction, which must be a system one. */
export async function writeLink(
  tx: Queryable,
  deps: Omit<MailLinkDeps, 'db'>,
  { actor, requestId }: Pick<SessionContext, 'actor' | 'requestId'>,
  purpose: 'set-password' | 'reset-password',
  { email, to }: { email: string; to: string },
): Promise<void> {
  const { customerId, bundleId } = actor;
  const bundle = await readBundle(tx, { customerId, bundleId });
  if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
  const found = await findMailbox(tx, { customerId, bundleId }, { address: normaliseEmailAddress(email) });
  if (found === null) throw new PanelError('NOT_FOUND');
  await mailPasswordLink(tx, deps, {
    purpose,
    customerId,
    mailboxId: found.mailboxId,
    to,
    // Elsewhere it goes because an admin said so.
    boundTo: to === found.alternateEmail ? to : null,
    email: found.address,
    partnerId: bundle.partnerId,
    validHours: CREATED_LINK_TTL_SECONDS / 3600,
    locale: found.chosenLocale ?? bundle.locale,
  });
  // A link for one's own mailbox tells nobody else.
  if (found.address !== actor.email) await noteStep(tx, { customerId, bundleId }, 'team', deps.clock.now());
  await writeAudit(tx, deps.clock, {
    customerId,
    bundleId,
    actor: actor.email,
    action: 'mailbox.password-link-sent',
    target: found.address,
    attrs: { purpose, recipient: to },
    requestId,
  });
}
