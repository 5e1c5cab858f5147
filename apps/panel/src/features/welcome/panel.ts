export { useWelcome } from './use-welcome.ts';

/** The home of a mailbox without admin rights. */
export const loadMemberHome = () => import('./member-home.tsx');

/** The popup that welcomes a newcomer once. */
export const loadWelcomePopup = () => import('./welcome-popup.tsx');
