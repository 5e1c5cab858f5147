export { maySendFrom } from './find-sender.ts';
export { senderDirectory, type SenderDeps } from './sender-directory.ts';
