import { checkOriginators, type OriginatorRefusal } from '@postern/domain/sending';
import { parseMailboxAddress, withoutTag } from '../delivery/mailbox-address.ts';
import type { Sender } from '../port.ts';

/** Why a sender's message isn't taken: the enhanced status (RFC 3463) and what the sender's mail program shows. */
export type SubmissionRefusal = { status: string; text: string };

const REASONS: Record<OriginatorRefusal['reason'], (field: string) => string> = {
  missing: (field) => `The message has no ${field} header`,
  repeated: (field) => `The message has more than one ${field} header`,
  unreadable: (field) => `The ${field} header has no address that can be read`,
  foreign: (field) => `The ${field} address is not one of yours`,
};

/** Refuses a message from a sender who may not send, or in whose header somebody else is the author or the sender; null if it may go. */
export function refuseSubmission(sender: Sender, header: string): SubmissionRefusal | null {
  if (sender.addresses.length === 0) return { status: '5.7.1', text: 'This mailbox may not send' };
  const refusal = checkOriginators(header, (written) => {
    const address = parseMailboxAddress(written);
    if (address === null) return false;
    const untagged = withoutTag(address);
    return sender.addresses.includes(address.address) || (untagged !== null && sender.addresses.includes(untagged));
  });
  return refusal && { status: '5.7.1', text: REASONS[refusal.reason](refusal.field) };
}
