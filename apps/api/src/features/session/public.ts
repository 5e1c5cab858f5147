export { endLoginOf, endSessionsOf, raiseSessionsOf } from './end-sessions.ts';
export { mailPasswordLinks } from './forgot-password.ts';
export { findSession } from './find-session.ts';
export { countAttempt } from './limit-attempts.ts';
export { linkToken, mailPasswordLink } from './mail-password-link.ts';
export { startSession } from './start-session.ts';
