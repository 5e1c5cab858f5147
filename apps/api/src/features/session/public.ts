export { endLoginOf, endSessionsOf, raiseSessionsOf } from './end-sessions.ts';
export { mailPasswordLinks } from './forgot-password.ts';
export { findSession } from './find-session.ts';
export { listLivingSessions } from './list-living-sessions.ts';
export { countAttempt } from './limit-attempts.ts';
export { enqueueLinkMail, mailPasswordLink, makePasswordLinks, passwordLinkAddress } from './mail-password-link.ts';
export { readOwnBundle } from './read-own-bundle.ts';
export { startSession } from './start-session.ts';
