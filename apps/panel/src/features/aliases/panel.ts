/** The aliases of a mailbox, which open from its menu. */
export const loadAliasPanel = () => import('./alias-panel.tsx');
