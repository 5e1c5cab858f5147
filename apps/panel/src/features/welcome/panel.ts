export { MemberHome } from './member-home.tsx';
export { useWelcome } from './use-welcome.ts';

/** What a newcomer is told once, over the screen. */
export const loadWelcomePopup = () => import('./welcome-popup.tsx');
