export { mailNotice } from './mail-notice.ts';
export { renderMail } from './render-mail.ts';
export { enqueueMail } from './send-mail-job.ts';
