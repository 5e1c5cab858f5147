import { loadTexts } from '../../lib/i18n/texts.ts';

/** The plan of changes to the zone, for other screens. */
export const loadDomainPlan = () => import('./domain-plan.tsx');

/** The question before a plan is undone. It brings its own texts, so the screen that shows it may not need them otherwise. */
export async function loadUndoDialog() {
  const [part] = await Promise.all([import('./undo-dialog.tsx'), loadTexts('dns')]);
  return part;
}
