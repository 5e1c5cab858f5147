export { listUndoIds } from './plan-repository.ts';
