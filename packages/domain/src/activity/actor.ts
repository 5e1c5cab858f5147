import type { Role } from '../sign-in/index.ts';

/** Who did something: a person by their address, the panel automatically, the operator by command, or the partner. */
type Doer = { kind: 'person'; email: string } | { kind: 'panel' | 'operator' | 'partner' };

/** What the records name. */
export function doerOf(actor: string): Doer {
  if (actor.includes('@')) return { kind: 'person', email: actor };
  if (actor === 'cli' || actor === 'operator') return { kind: 'operator' };
  return { kind: actor.startsWith('partner') ? 'partner' : 'panel' };
}

/** Admins of the domain. A mailbox user would read about others, and staff about their customers. */
export const maySeeActivity = (role: Role): boolean => role === 'domainAdmin';
