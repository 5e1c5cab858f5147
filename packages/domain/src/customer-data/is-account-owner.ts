import type { Role } from '../sign-in/index.ts';

/**
 * Whether an actor may download all data of the account, or have it erased: only the customer who bought it. An admin with a mailbox runs
 * one domain, but the account has orders, cards and other domains too. Staff help, and own nothing.
 */
export const isAccountOwner = ({ role, hasMailbox }: { role: Role; hasMailbox: boolean }): boolean =>
  role === 'domainAdmin' && !hasMailbox;
