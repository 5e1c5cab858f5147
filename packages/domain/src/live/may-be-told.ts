import { mayWithMailboxes } from '../mailboxes/index.ts';
import type { Role } from '../sign-in/index.ts';

export type Listener = {
  role: Role;
  /** The listener's own mailbox; null for a customer login. */
  mailboxId: string | null;
};

/**
 * Whether a listener of the bundle is told of a change as it happens: who may list the mailboxes of every one, the owner of a mailbox of
 * what is about that mailbox. `mailboxId` is null for what is about none. Spec 2 §6.
 */
export const mayBeTold = ({ role, mailboxId: own }: Listener, mailboxId: string | null): boolean =>
  mayWithMailboxes(role, 'list') || (mailboxId !== null && mailboxId === own);
