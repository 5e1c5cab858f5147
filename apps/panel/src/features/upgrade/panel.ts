export { plansOffered } from './plans/plans-offered.ts';
