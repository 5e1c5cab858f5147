import { useSession } from '../../lib/session/session-store.ts';
import type { BootOptions } from './programme-frame.tsx';

/** What Cello is told of the person, beyond the id in the token. The card that asks for consent shows the same. */
export function usePersonAtCello(): BootOptions['productUserDetails'] {
  const { userName = '', loginEmail: email = '' } = useSession();
  return userName === '' || userName === email ? { email } : { email, fullName: userName };
}
