export { loadOutsideVisit, loadOwnerBar, loadSupportCard, loadVisitBar } from './load-parts.ts';
export { useIsVisited } from './use-is-visited.ts';
