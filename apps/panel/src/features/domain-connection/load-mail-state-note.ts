/** The note about mail that waits or goes elsewhere. Most visits don't need it. */
export const loadMailStateNote = () => import('./mail-state-note.tsx');
