export { useApplied } from './applied-plans.ts';
export { reasonOf } from './change-reasons.ts';
export { loadDomainPlan, loadUndoDialog } from './load-parts.ts';
export { decisionsLeft, type PlanStep, stepsToMake } from './plan-changes.ts';
export { isOutdated, planProblem } from './plan-problem.ts';
export { setUpZoneMutation } from './set-up-zone.ts';
export { UndoLine } from './undo-line.tsx';
export { useAfterPlan } from './use-after-plan.ts';
export { useApplyPlan } from './use-apply-plan.ts';
