import type { Feature } from '../../feature/feature.ts';
import { SENDING_LIMIT_MAILS } from './sending-limit-mail.ts';
import { cleanUpSendingCounts } from './sending-repository.ts';

/** What signed-in senders may send, and how much. The mail servers ask it through `senderDirectory`. */
export const sending: Feature = { mails: SENDING_LIMIT_MAILS, cleanUps: [cleanUpSendingCounts] };
