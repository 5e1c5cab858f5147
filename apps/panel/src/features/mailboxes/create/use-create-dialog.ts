import type { MailAccount } from '@postern/contract/mailboxes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePartner } from '../../../lib/frame/partner.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { currentPlanQuery } from '../../subscriptions/queries.ts';
import type { MailboxList } from '../use-mailbox-list.ts';
import { type PlanRefusal, planRefusal } from './plan-refusal.ts';
import { useLaunchFlag } from './use-launch-flag.ts';

/**
 * Which dialog is open: the form, why no mailbox can be created, the alternate email that is asked for first, or the partner's own site,
 * where it creates mailboxes.
 */
export type CreateDialog =
  | { kind: 'form' }
  | { kind: 'refused'; refusal: PlanRefusal }
  | { kind: 'alternateEmail'; mailbox: MailAccount }
  | { kind: 'elsewhere'; url: string };

/** Opens the right dialog for 'Create mailbox'. Spec 2 §4, create-account gate. */
export function useCreateDialog({ isLoading, mailboxes }: Pick<MailboxList, 'isLoading' | 'mailboxes'>) {
  const { bundleId = '', domain = '', accountId } = useSession();
  const { data: plan, isPending } = useQuery(currentPlanQuery(bundleId, domain));
  const { createMailbox: elsewhere } = usePartner().urls;
  // A closing dialog keeps its content until it is out of sight.
  const [dialog, setDialog] = useState<CreateDialog>({ kind: 'form' });
  const [isOpen, setOpen] = useState(false);

  function show(next: CreateDialog) {
    setDialog(next);
    setOpen(true);
  }
  const refuse = (refusal: PlanRefusal) => show({ kind: 'refused', refusal });
  function open() {
    if (elsewhere) return show({ kind: 'elsewhere', url: elsewhere });
    const refusal = planRefusal(plan);
    if (refusal) refuse(refusal);
    else show({ kind: 'form' });
  }
  /** A person who was sent here first gives the alternate email of their own mailbox. */
  function launch() {
    const own = mailboxes.find(({ id }) => id === accountId);
    if (own && !own.alternateEmail && !elsewhere) show({ kind: 'alternateEmail', mailbox: own });
    else open();
  }
  useLaunchFlag(!isPending && !isLoading, launch);
  return { plan, dialog, isOpen, open, refuse, close: () => setOpen(false) };
}

export type CreateDialogState = ReturnType<typeof useCreateDialog>;
