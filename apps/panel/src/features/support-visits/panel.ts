export { SupportCard } from './support-card.tsx';

/** The bar above every screen of a visit. */
export const loadVisitBar = () => import('./visit-bar.tsx');

/** The bar above every screen of the owner while support is here, and the question before. */
export const loadOwnerBar = () => import('./owner-bar.tsx');
