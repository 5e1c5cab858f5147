import type { MailAccount } from '@postern/contract/mailboxes';
import type { CreateMailboxRefusal } from '@postern/domain/mailboxes';
import { reportEvent } from '../../../lib/events/analytics.ts';
import { useKeyedCall } from '../../../lib/forms/use-single-call.ts';
import { hasCode } from '../../../lib/http/api-error.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { createMailboxMutation, type NewMailbox } from '../queries.ts';
import type { PlanRefusal } from './plan-refusal.ts';

export type CreatedMailbox = { account: MailAccount; password: string };

type Options = { onCreated: (created: CreatedMailbox) => void; onRefused: (refusal: PlanRefusal) => void };

/** Sends a new mailbox once, however often the button is pressed. */
export function useCreateMailbox({ onCreated, onRefused }: Options) {
  const { bundleId = '' } = useSession();
  const { run, reset, pending, error } = useKeyedCall(
    createMailboxMutation(bundleId),
    (account, { mailbox }) => {
      reportEvent('mailbox_created', { isAdmin: account.isAdmin });
      onCreated({ account, password: mailbox.password });
    },
    (failure) => {
      const refusal = planRefusalIn(failure);
      if (refusal) onRefused(refusal);
    },
  );
  const create = (mailbox: NewMailbox) => run({ mailbox });
  return { create, reset, pending, failure: error && !planRefusalIn(error) ? error : null };
}

const PLAN_CODES = [
  'TRIAL_LIMIT_REACHED',
  'PLAN_EXPIRED',
  'MAILBOX_LIMIT_REACHED',
] as const satisfies readonly CreateMailboxRefusal['code'][];

/** The server's refusal because of the plan: someone else created the last mailbox, or the plan ended meanwhile. */
function planRefusalIn(error: unknown): PlanRefusal | null {
  for (const code of PLAN_CODES) {
    if (!hasCode(error, code)) continue;
    const { limit } = error.attrs;
    return { ok: false, code, attrs: { limit: typeof limit === 'number' ? limit : 0 } };
  }
  return null;
}
