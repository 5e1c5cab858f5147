export { planRelease } from './plan-release.ts';
export {
  hasOrder,
  listDueReleases,
  listUnplanned,
  lockRelease,
  type ReleaseRow,
  updateRelease,
} from './release-repository.ts';
