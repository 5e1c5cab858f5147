import type { ImportTask } from '@postern/contract/mail-import';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../lib/session/session-store.ts';
import { offerFor, type OfferedSignIn, signInsQuery } from './sign-in-queries.ts';

/** The sign-in with which an import continues; null: a password. */
export function useOffer(task: ImportTask): OfferedSignIn | null {
  const { bundleId = '' } = useSession();
  const offers = useQuery({ ...signInsQuery(bundleId), enabled: task.signInWith !== undefined });
  return task.signInWith === undefined ? null : offerFor(offers.data, task);
}
