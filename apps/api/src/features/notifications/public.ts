export { mailNotice } from './mail-notice.ts';
export { sendNotification } from './send-notification.ts';
