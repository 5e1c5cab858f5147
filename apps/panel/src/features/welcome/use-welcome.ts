import type { CurrentPlan } from '@postern/contract/subscriptions';
import { useEffect, useState } from 'react';
import { isVisiting } from '../../lib/session/visit.ts';
import { usePartner } from '../../lib/frame/partner.ts';
import { useView } from '../../lib/frame/view.ts';
import { isGreeted } from '../../lib/session/greeting.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { isKept } from '../../lib/store/is-kept.ts';
import { readSeenWelcomes, rememberWelcome } from './seen-welcomes.ts';
import { type WelcomeKind, welcomeDue } from './welcome-due.ts';

/** The popup that is due, until it was seen; the next one waits for the next visit. None after another welcome in this visit. */
export function useWelcome(plan: CurrentPlan | undefined): { popup: WelcomeKind | null; seen: () => void } {
  const { bllUserId = '', isDomainAdmin } = useSession();
  const { flags } = usePartner();
  const { welcomesAdmins } = useView();
  const [seenBefore] = useState(() => readSeenWelcomes(bllUserId));
  const [isWelcomed] = useState(isGreeted);
  // A supporter isn't new here, and must not use up the owner's welcome. If storage is blocked, as in some frames, every visit would begin
  // with a welcome.
  const [isDone, setDone] = useState(() => isWelcomed || isVisiting() || !isKept('local'));
  useEffect(() => {
    if (isWelcomed) rememberWelcome('domain-admin', bllUserId);
  }, [isWelcomed, bllUserId]);
  const popup = welcomeDue({
    isDomainAdmin: isDomainAdmin === 'true',
    hasMail: Boolean(plan?.mailSuiteDetails),
    welcomesAdmins,
    isRebranded: flags.rebrandedToNeo,
    seen: seenBefore,
  });
  function seen() {
    if (popup) rememberWelcome(popup, bllUserId);
    setDone(true);
  }
  return { popup: isDone ? null : popup, seen };
}
