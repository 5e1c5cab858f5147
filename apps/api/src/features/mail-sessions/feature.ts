import { type Feature, onJob } from '../../feature/feature.ts';
import { END_MAIL_SESSIONS } from './end-mail-sessions.ts';

export const mailSessions: Feature = {
  jobs: [onJob(END_MAIL_SESSIONS, ({ mail }, job) => mail.endSessions(job))],
};
