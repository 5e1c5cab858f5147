export { mayBeTold } from './may-be-told.ts';
export type { Listener } from './may-be-told.ts';
