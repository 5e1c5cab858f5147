/** The dialog that hands the instructions on; loaded when somebody is about to open it. */
export const loadShareInstructions = () => import('./share-instructions-modal.tsx');
