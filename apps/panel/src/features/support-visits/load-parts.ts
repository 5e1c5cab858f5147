import { loadTexts } from '../../lib/i18n/texts.ts';

/** The bar above every screen of a visit. */
export const loadVisitBar = () => withTexts(import('./visit-bar.tsx'));

/** What a visit shows in place of a screen that isn't part of it. */
export const loadOutsideVisit = () => withTexts(import('./outside-visit.tsx'));

/** The bar above every screen of the owner during a visit, and the question before one. */
export const loadOwnerBar = () => withTexts(import('./owner-bar.tsx'));

/** Former visits, and whether support must ask first. */
export const loadSupportCard = () => withTexts(import('./support-card.tsx'));

/** Few sessions see a visit, so its texts load with its components. */
async function withTexts<Part>(part: Promise<Part>): Promise<Part> {
  await loadTexts('supportVisits');
  return part;
}
