export { setUpZoneMutation } from './set-up-zone.ts';
export { useAfterPlan } from './use-after-plan.ts';

/** The plan of changes to the zone, for other screens. */
export const loadDomainPlan = () => import('./domain-plan.tsx');
