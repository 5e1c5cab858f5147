/** The dialog that shares the instructions. */
export const loadShareInstructions = () => import('./share-instructions-modal.tsx');
