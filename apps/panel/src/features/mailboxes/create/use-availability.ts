import type { UnavailabilityReason } from '@postern/contract/mailbox-administration';
import { checkMailboxUserName } from '@postern/domain/addresses';
import { useState } from 'react';
import type { FieldProblem } from '../../../lib/forms/field-problem.ts';
import { usePartner } from '../../../lib/frame/partner.ts';
import { queryClient } from '../../../lib/http/query-client.ts';
import type { MessageKey } from '../../../lib/i18n/message-key.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { availabilityQuery } from '../queries.ts';
import { type Unchecked, whyUnchecked } from './why-unchecked.ts';

type Unavailable = UnavailabilityReason | Unchecked;

const TEXTS: Record<Unavailable, MessageKey> = {
  userNotFound: 'mailboxes.availability.userNotFound',
  emailExists: 'mailboxes.availability.emailExists',
  emailInvalid: 'mailboxes.availability.emailInvalid',
  TOP_BRAND: 'mailboxes.availability.TOP_BRAND',
  DomainNotFound: 'mailboxes.availability.DomainNotFound',
  HostNotFound: 'mailboxes.availability.HostNotFound',
  LookupTimeout: 'mailboxes.availability.LookupTimeout',
  NETWORK_ERROR: 'mailboxes.availability.NETWORK_ERROR',
  DEFAULT: 'mailboxes.availability.DEFAULT',
};

/** Checks before submitting whether an address is available; only for the small-business brand. Spec 2 §5, §8. */
export function useAvailability(domain: string) {
  const isAsked = usePartner().brand === 'neo';
  const { bundleId = '' } = useSession();
  const [found, setFound] = useState<{ userName: string; problem: FieldProblem | null } | null>(null);

  /** Asks the server and returns why the user name can't be used. Asks nothing if it isn't a valid user name. */
  async function check(typed: string): Promise<FieldProblem | null> {
    const userName = checkMailboxUserName(typed);
    if (!isAsked || !userName.ok) return null;
    const reason = await reasonAgainst(bundleId, domain, userName.value);
    const problem = reason && { key: TEXTS[reason], values: { userName: userName.value, domain } };
    setFound({ userName: typed, problem });
    return problem;
  }
  return {
    check,
    /** Only for exactly the text that was checked. */
    problemOf: (typed: string): FieldProblem | undefined => (found?.userName === typed && found.problem) || undefined,
  };
}

async function reasonAgainst(bundleId: string, domain: string, userName: string): Promise<Unavailable | null> {
  try {
    const { isAvailable, reason } = await queryClient.fetchQuery(
      availabilityQuery(bundleId, domain, `${userName}@${domain}`),
    );
    return isAvailable ? null : (reason ?? 'DEFAULT');
  } catch (error) {
    return whyUnchecked(error);
  }
}
