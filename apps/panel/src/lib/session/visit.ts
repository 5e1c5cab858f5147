import type { Visit } from '@postern/contract/session';
import { readSession, type SessionItems, useSession, writeSession } from './session-store.ts';

/** The support visit of this session; null for the customer's own sessions. */
function visitOf({ visit }: SessionItems): Visit | null {
  if (!visit) return null;
  try {
    return JSON.parse(visit) as Visit;
  } catch {
    return null;
  }
}

export const useVisit = (): Visit | null => visitOf(useSession());
export const isVisiting = (): boolean => Boolean(readSession().visit);
export const saveVisit = (visit: Visit): void => writeSession({ visit: JSON.stringify(visit) });
