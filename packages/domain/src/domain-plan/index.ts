export { ZONE_PLAN_HOURS } from './limits.ts';
export { applyPlan, planZone, undoPlan } from './plan-zone.ts';
export type { UndoPlan, ZoneChange } from './plan-zone.ts';
