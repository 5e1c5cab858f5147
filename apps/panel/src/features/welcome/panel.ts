export { MemberHome } from './member-home.tsx';
export { useWelcome } from './use-welcome.ts';

/** The popup that welcomes a newcomer once. */
export const loadWelcomePopup = () => import('./welcome-popup.tsx');
