export { type EmptyDeps, emptyBundle } from './empty-bundle.ts';
export { planRelease } from './plan-release.ts';
