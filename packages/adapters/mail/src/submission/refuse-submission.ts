import { checkOriginators, type OriginatorRefusal } from '@postern/domain/sending';
import { parseMailboxAddress, withoutTag } from '../delivery/mailbox-address.ts';
import type { Sender } from '../port.ts';

const REASONS: Record<OriginatorRefusal['reason'], (field: string) => string> = {
  missing: (field) => `The message has no ${field} header`,
  repeated: (field) => `The message has more than one ${field} header`,
  unreadable: (field) => `The ${field} header has no address that can be read`,
  foreign: (field) => `The ${field} address is not one of yours`,
};

/**
 * Why a message isn't taken, for the sender's mail program to show: the sender may not send, or its header names somebody else as the author
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
