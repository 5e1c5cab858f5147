import { mayWithMailboxes } from '../mailboxes/index.ts';
import type { Role } from '../sign-in/index.ts';

export type Listener = {
  role: Role;
  /** The listener's own mailbox; null for a customer login. */
  mailboxId: string | null;
};

/**
 * Whether a listener of the bundle is told of a change as it happens: a person who may list mailboxes is told of every one, the owner of a
 * mailbox only of that one. `mailboxId` is null for a change that isn't about a mailbox. Spec 2 §6.
 */
export const mayHearOfChange = ({ role, mailboxId: own }: Listener, mailboxId: string | null): boolean =>
  mayWithMailboxes(role, 'list') || (mailboxId !== null && mailboxId === own);
