import { checkMailboxUserName } from '../addresses/index.ts';

/** Headers that name who a message was for. The last three are written by the server that received it (RFC 5322 §3.6.3, Postfix, Exim). */
const HEADERS = /^(?:to|cc|delivered-to|x-original-to|envelope-to):((?:.*)(?:\r?\n[ \t].*)*)/gim;

/** One message names few addresses of a domain. A longer list isn't evidence, but a mistake or an attack. */
const RECIPIENTS_MAXIMUM = 50;

/** Folders of messages that weren't received, or weren't wanted. */
const NOT_RECEIVED = ['sent', 'drafts', 'trash', 'junk'];

/** Whether a folder, by its name here, holds received mail: the inbox, or a folder that its mail was sorted into. */
export const holdsReceivedMail = (target: string): boolean =>
  !NOT_RECEIVED.includes((target.split('/')[0] ?? '').toLowerCase());

/**
 * The recipients at a domain in a message's header: their local parts, each once, as a mailbox here could be named. A part after
 * a plus sign belongs to the same mailbox. Names that no mailbox can have are left out.
 */
export function recipientsIn(header: string, domainName: string): string[] {
  const found = new Set<string>();
  const atDomain = new RegExp(
    `(?<![a-z0-9._%+'=-])([a-z0-9._%+'=-]{1,64})@${escapePattern(domainName)}(?![a-z0-9.-]*[a-z0-9])`,
    'gi',
  );
  for (const { 1: value = '' } of header.matchAll(HEADERS))
    for (const { 1: written = '' } of value.replace(/\r?\n[ \t]/g, ' ').matchAll(atDomain)) {
      const name = checkMailboxUserName((written.split('+')[0] ?? '').toLowerCase());
      if (name.ok) found.add(name.value);
      if (found.size >= RECIPIENTS_MAXIMUM) return [...found];
    }
  return [...found];
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** An address that receives mail at the old provider, and where it was seen. */
export type SeenAddress = { email: string; isSource: boolean; messages: number; lastSeenAt: string | null };

/**
 * The seen addresses that don't exist here, the most certain first: imported accounts, then by number of messages. `housed` holds
 * mailboxes, aliases and forwarders. With a catch-all no address is missing.
 */
export function withoutHome<Address extends SeenAddress>(
  seen: readonly Address[],
  { housed, hasCatchAll }: { housed: ReadonlySet<string>; hasCatchAll: boolean },
): Address[] {
  if (hasCatchAll) return [];
  return seen
    .filter(({ email }) => !housed.has(email))
    .toSorted(
      (a, b) => Number(b.isSource) - Number(a.isSource) || b.messages - a.messages || (a.email < b.email ? -1 : 1),
    );
}
