import type { SpamLevel } from '@postern/domain/spam-filter';
import type { MailFilterDirectory } from './port.ts';

/** About one message: the login that sends it (empty for mail from outside), the addresses in its From header, its recipients. */
export type FilterRequest = { user: string; from: string[]; recipients: string[] };

/** An answer in Rspamd's form: a refusal, or settings for this message. */
export type FilterDecision =
  | { deny: string }
  | { groups_enabled: string[]; symbols_enabled: string[] }
  | { actions: Record<string, number | null> };

/** The scores from which a message is marked (the mailbox's Sieve script then files it into Junk) and refused. */
const THRESHOLDS: Record<SpamLevel, { mark: number | null; refuse: number | null }> = {
  strict: { mark: 4, refuse: 10 },
  basic: { mark: 6, refuse: 15 },
  off: { mark: null, refuse: null },
};
const MOST_LENIENT_FIRST: SpamLevel[] = ['off', 'basic', 'strict'];

/**
 * A signed-in sender's message gets a DKIM signature if every address in its From header is the sender's own, else it is refused
 * (RFC 5322 §3.6.2). A message from outside is judged by the most lenient level among its recipients, so that none of them loses
 * mail because of another's level.
 */
export async function decideOnMessage(
  directory: MailFilterDirectory,
  question: FilterRequest,
): Promise<FilterDecision> {
  if (question.user !== '') {
    const own = await directory.listSenderAddresses(question.user.toLowerCase());
    const isOwn = question.from.every((address) => own.includes(address.toLowerCase()));
    if (question.from.length === 0 || !isOwn) return { deny: '5.7.1 The From address is not one of yours' };
    return { groups_enabled: ['dkim'], symbols_enabled: ['DKIM_SIGNED'] };
  }
  const domains = question.recipients.map((address) => address.slice(address.lastIndexOf('@') + 1).toLowerCase());
  const levels = await directory.listSpamLevels([...new Set(domains)]);
  const level = MOST_LENIENT_FIRST.find((one) => levels.includes(one)) ?? 'basic';
  const { mark, refuse } = THRESHOLDS[level];
  return { actions: { 'add header': mark, reject: refuse, 'rewrite subject': null, greylist: null } };
}
