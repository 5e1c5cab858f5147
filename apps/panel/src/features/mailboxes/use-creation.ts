import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../lib/session-store.ts';
import { currentPlanQuery } from '../subscriptions/queries.ts';
import { type PlanRefusal, refusalOf } from './refusal-of-plan.ts';
import { useLaunchCreation } from './use-launch-creation.ts';

/** Which dialog is open: the form, or why there can be no form. */
export type CreationDialog = { kind: 'form' } | { kind: 'refused'; refusal: PlanRefusal };

/** Opens the right dialog for 'Create mailbox'. Spec 2 §4, create-account gate. */
export function useCreation() {
  const { bundleId = '', domain = '' } = useSession();
  const { data: plan, isPending } = useQuery(currentPlanQuery(bundleId, domain));
  // A dialog that closes keeps its content until it is out of sight.
  const [dialog, setDialog] = useState<CreationDialog>({ kind: 'form' });
  const [isOpen, setOpen] = useState(false);

  function show(next: CreationDialog) {
    setDialog(next);
    setOpen(true);
  }
  const refuse = (refusal: PlanRefusal) => show({ kind: 'refused', refusal });
  function open() {
    const refusal = refusalOf(plan);
    if (refusal) refuse(refusal);
    else show({ kind: 'form' });
  }
  useLaunchCreation(!isPending, open);
  return { plan, dialog, isOpen, open, refuse, close: () => setOpen(false) };
}

export type Creation = ReturnType<typeof useCreation>;
