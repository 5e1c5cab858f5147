export { wrongRows } from './row-states.ts';
