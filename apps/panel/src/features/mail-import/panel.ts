/** Names the addresses without a home here, before the mail moves. Most visits don't need it. */
export const loadMissingAddresses = () => import('./missing/missing-addresses-note.tsx');
