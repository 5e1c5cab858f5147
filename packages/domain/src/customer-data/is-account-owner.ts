import type { Role } from '../sign-in/index.ts';

/**
 * Whether somebody may take all data of the account away, or have it erased: only the customer who bought it. An admin with a mailbox runs
 * one domain, but the account has orders, cards and other domains too. Staff help, and own nothing.
 */
export const isAccountOwner = ({ role, hasMailbox }: { role: Role; hasMailbox: boolean }): boolean =>
  role === 'domainAdmin' && !hasMailbox;
