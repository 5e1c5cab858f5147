import { useSyncExternalStore } from 'react';
import { usePart } from '../../lib/loading/use-part.ts';

export const loadPhoneCode = () => import('./phone-code-card.tsx');

/** The style sheet's `desk`. A phone has no use for a code that leads to itself. */
const wide = window.matchMedia('(min-width: 47.5rem)');
export const canShowPhoneCode = (): boolean => wide.matches;

function follow(changed: () => void): () => void {
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
}

/** The code for a phone, on a wide screen. Everything else on the page works without it. */
export function PhoneCode({ email }: { email: string }) {
  const isWide = useSyncExternalStore(follow, canShowPhoneCode);
  const part = usePart(loadPhoneCode, isWide ? 'soon' : 'later');
  return isWide && part && <part.PhoneCodeCard email={email} />;
}
