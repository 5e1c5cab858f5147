export { type EmptyDeps, emptyBundle } from './empty-bundle.ts';
