import type { SpamLevel } from '@postern/domain/spam-filter';
import { describeLimit, refuseSubmission } from './submission/refuse-submission.ts';
import { parseMailboxAddress } from './delivery/mailbox-address.ts';
import type { MailFilterDirectory } from './port.ts';

/** About one message: the login that sends it (empty for mail from outside), its header, its size, its recipients. */
export type FilterRequest = { user: string; header: string; sizeBytes: number; recipients: string[] };

/** An answer in Rspamd's form: a refusal for good (554 5.7.1) or for now (451 4.7.1), or settings for this message. */
export type FilterDecision =
  | { deny: string }
  | { defer: string }
  | { groups_enabled: string[]; symbols_enabled: string[] }
  | { actions: Record<string, number | null> };

/** Last of all questions, so that only a message that may go is counted. */
async function countSubmission(
  directory: MailFilterDirectory,
  mailbox: string,
  recipients: number,
): Promise<FilterDecision> {
  const limit = await directory.countRecipients(mailbox, recipients);
  if (limit === null) return { groups_enabled: ['dkim'], symbols_enabled: ['DKIM_SIGNED'] };
  const text = describeLimit(limit, recipients);
  return limit.isTemporary ? { defer: text } : { deny: text };
}

/** Rspamd gives addresses as the sender wrote them. */
const toAscii = (address: string): string => parseMailboxAddress(address)?.address ?? address.toLowerCase();

/** The scores from which a message is marked (the mailbox's Sieve script then files it into Junk) and refused. */
const THRESHOLDS: Record<SpamLevel, { mark: number | null; refuse: number | null }> = {
  strict: { mark: 4, refuse: 10 },
  basic: { mark: 6, refuse: 15 },
  off: { mark: null, refuse: null },
};
const MOST_LENIENT_FIRST: SpamLevel[] = ['off', 'basic', 'strict'];

/**
 * A signed-in sender's message gets a DKIM signature unless it is refused. A message from outside is judged by the most lenient level
 * among its recipients, so that none of them loses mail because of another's level.
 */
export async function decideOnMessage(directory: MailFilterDirectory, request: FilterRequest): Promise<FilterDecision> {
  const { user, header, sizeBytes } = request;
  const recipients = [...new Set(request.recipients.map(toAscii))];
  const sender =
    user === '' ? null : ((await directory.findSender(user.toLowerCase())) ?? { mailbox: user, addresses: [] });
  const refusal = sender && refuseSubmission(sender, header);
  if (refusal !== null) return { deny: refusal };
  // Postfix has checked the declared size for one mailbox of each recipient. This is the whole message, for all of them.
  const full = await directory.findFullRecipient(recipients, sizeBytes);
  if (full !== null) return { deny: `The mailbox of ${full} is full` };
  if (sender !== null) return countSubmission(directory, sender.mailbox, recipients.length);
  const domains = recipients.map((address) => address.slice(address.lastIndexOf('@') + 1).toLowerCase());
  const levels = await directory.listSpamLevels([...new Set(domains)]);
  const level = MOST_LENIENT_FIRST.find((one) => levels.includes(one)) ?? 'basic';
  const { mark, refuse } = THRESHOLDS[level];
  return { actions: { 'add header': mark, reject: refuse, 'rewrite subject': null, greylist: null } };
}
