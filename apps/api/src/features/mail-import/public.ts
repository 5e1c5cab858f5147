export { findImportActor } from './find-import-actor.ts';
export { runImports } from './run-imports.ts';
export { scheduleImportOnce } from './schedule-import.ts';
export { type SourceDeps, trySource } from './sign-in-at-source.ts';
export { handOverAccesses } from './sign-in/hand-over-accesses.ts';
export { SIGN_IN_PATH } from './sign-in/start-sign-in.ts';
