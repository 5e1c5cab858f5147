export { findImportActor } from './find-import-actor.ts';
