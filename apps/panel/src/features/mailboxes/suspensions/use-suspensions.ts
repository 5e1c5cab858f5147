import type { MailAccount } from '@postern/contract/mailboxes';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../lib/session/session-store.ts';
import { suspensionsQuery } from '../queries.ts';

/** Why a mailbox is suspended: what the viewer can lift, and what only others can. */
export function useSuspensions({ id }: MailAccount, isWanted: boolean) {
  const { bundleId = '' } = useSession();
  const { data, error, refetch, isFetching } = useQuery({ ...suspensionsQuery(bundleId, id), enabled: isWanted });
  return {
    own: data?.filter(({ unsuspendable }) => unsuspendable) ?? [],
    others: data?.filter(({ unsuspendable }) => !unsuspendable) ?? [],
    isKnown: data !== undefined,
    isReading: isFetching,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  };
}

export type Suspensions = ReturnType<typeof useSuspensions>;
