export { useAfterPlan } from './use-after-plan.ts';

/** What to change in the zone, for the screens that show it. */
export const loadDomainPlan = () => import('./domain-plan.tsx');
