import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { rememberApplied } from './applied-plans.ts';
import { stepsToMake } from './plan-changes.ts';
import { applyPlanMutation, type DomainPlanData } from './queries.ts';

/** Applies a plan in one press, and remembers how to undo it. */
export function useApplyPlan(plan: DomainPlanData | undefined) {
  const { bundleId = '' } = useSession();
  const count = plan ? stepsToMake(plan.changes).length : 0;
  const { run, ...call } = useSingleCall(applyPlanMutation(bundleId), (undoId) =>
    rememberApplied(bundleId, { undoId, count, at: Date.now() }),
  );
  return { ...call, apply: () => plan && run(plan.planId) };
}
