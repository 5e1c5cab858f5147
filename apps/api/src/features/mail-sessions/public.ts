export { enqueueEndMailSessions } from './end-mail-sessions.ts';
