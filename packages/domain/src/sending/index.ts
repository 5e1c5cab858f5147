export { checkOriginators } from './check-originators.ts';
export type { OriginatorRefusal } from './check-originators.ts';
