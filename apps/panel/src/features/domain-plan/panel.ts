import { loadTexts } from '../../lib/i18n/texts.ts';

export { useApplied } from './applied-plans.ts';
export { reasonOf } from './change-reasons.ts';
export { decisionsLeft, type PlanStep, stepsToMake } from './plan-changes.ts';
export { isOutdated, planProblem } from './plan-problem.ts';
export { setUpZoneMutation } from './set-up-zone.ts';
export { UndoLine } from './undo-line.tsx';
export { useAfterPlan } from './use-after-plan.ts';
export { useApplyPlan } from './use-apply-plan.ts';

/** The plan of changes to the zone, for other screens. */
export const loadDomainPlan = () => import('./domain-plan.tsx');

/** The question before a plan is undone. It brings its own texts, so the screen that shows it may not need them otherwise. */
export async function loadUndoDialog() {
  const [part] = await Promise.all([import('./undo-dialog.tsx'), loadTexts('dns')]);
  return part;
}
