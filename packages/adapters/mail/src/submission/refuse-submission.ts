import {
  checkOriginators,
  type OriginatorRefusal,
  type SendingRefusal,
  type SendingSpan,
} from '@postern/domain/sending';
import { parseMailboxAddress, withoutTag } from '../delivery/mailbox-address.ts';
import type { Sender } from '../port.ts';

const REASONS: Record<OriginatorRefusal['reason'], (field: string) => string> = {
  missing: (field) => `The message has no ${field} header`,
  repeated: (field) => `The message has more than one ${field} header`,
  unreadable: (field) => `The ${field} header has no address that can be read`,
  foreign: (field) => `The ${field} address is not one of yours`,
};

/**
 * Why a message isn't taken, for the sender's mail program to show: the sender may not send, or its header names someone else as the author
 * or the sender. Null if it may go.
 */
export function refuseSubmission(sender: Sender, header: string): string | null {
  if (sender.addresses.length === 0) return 'This mailbox may not send';
  const refusal = checkOriginators(header, (written) => {
    const address = parseMailboxAddress(written);
    if (address === null) return false;
    const untagged = withoutTag(address);
    return sender.addresses.includes(address.address) || (untagged !== null && sender.addresses.includes(untagged));
  });
  return refusal && REASONS[refusal.reason](refusal.field);
}

const SPANS: Record<SendingSpan, string> = { hour: 'an hour', day: 'a day', month: 'a month' };

/** What the sender's mail program shows about a sending limit. */
export function describeLimit({ scope, span, limit, freeAt }: SendingRefusal, recipients: number): string {
  const who = scope === 'mailbox' ? 'this mailbox' : 'your domain';
  const most = `${limit} recipients ${SPANS[span]}`;
  if (freeAt === null)
    return `The message has ${recipients} recipients, and ${who} may write to ${most}: send it in parts`;
  const until = freeAt.toISOString().slice(0, 16).replace('T', ' ');
  return `Too many recipients: ${who} may write to ${most} and can send again at ${until} UTC`;
}
