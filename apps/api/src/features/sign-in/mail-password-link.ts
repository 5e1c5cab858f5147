import type { Queryable } from '../../db/client.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { enqueueMail } from '../notifications/public.ts';
import { linkToken, type PasswordLinkPurpose } from './password-link-address.ts';
import { PASSWORD_LINK_MAILS } from './password-link-templates.ts';
import { insertLoginTokens } from './sign-in-repository.ts';

type Login = {
  customerId: string;
  mailboxId: string | null;
  /** The login's own address that the link is mailed to: the link dies when the login has another. Null for a link that goes elsewhere. */
  boundTo: string | null;
};

export type PasswordLink = Login & {
  purpose: PasswordLinkPurpose;
  /** Where the mail goes. */
  to: string;
  /** The login the password is for. */
  email: string;
  partnerId: number;
  validHours: number;
  locale: string;
};

/**
 * Makes a one-use link and enqueues its mail, in the caller's transaction. The job has only the link's id: the token is derived from it
 * when the mail is written, so that no queue and no dump ever holds it.
 */
export async function mailPasswordLink(
  tx: Queryable,
  deps: { clock: Clock; jobs: JobQueue; sealer: Sealer },
  link: PasswordLink,
): Promise<void> {
  const [messageId = ''] = await makePasswordLinks(tx, deps, link.purpose, link.validHours, [link]);
  await enqueueLinkMail(tx, deps.jobs, messageId, link);
}

/**
 * Makes a one-use link for each login, in the caller's transaction, and returns their ids in the same order. If no mail is sent, the person
 * who asked for the links passes them on.
 */
export async function makePasswordLinks(
  tx: Queryable,
  deps: { clock: Clock; sealer: Sealer },
  purpose: PasswordLinkPurpose,
  validHours: number,
  logins: readonly Login[],
): Promise<string[]> {
  const createdAt = deps.clock.now();
  const expiresAt = new Date(createdAt.getTime() + validHours * 3_600_000);
  const links = logins.map((login) => ({ ...login, linkId: newId(createdAt) }));
  await insertLoginTokens(
    tx,
    links.map(({ customerId, mailboxId, boundTo, linkId }) => ({
      tokenHash: hashToken(linkToken(deps.sealer, linkId)),
      purpose,
      customerId,
      mailboxId,
      boundTo,
      createdAt,
      expiresAt,
      usedAt: null,
    })),
  );
  return links.map(({ linkId }) => linkId);
}

/** Enqueues the mail of a link that was made in the same transaction. */
export async function enqueueLinkMail(
  tx: Queryable,
  jobs: JobQueue,
  messageId: string,
  link: Omit<PasswordLink, 'boundTo'>,
): Promise<void> {
  await enqueueMail(tx, jobs, PASSWORD_LINK_MAILS[link.purpose], {
    messageId,
    to: link.to,
    attrs: {
      partnerId: link.partnerId,
      email: link.email,
      customerId: link.mailboxId === null ? link.customerId : null,
      validHours: link.validHours,
      locale: link.locale,
    },
  });
}
