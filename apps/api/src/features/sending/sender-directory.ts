import type { SenderDirectory } from '@postern/adapter-mail/port';
import { type CountDeps, countRecipients } from './count-recipients.ts';
import { findSender } from './find-sender.ts';

export type SenderDeps = CountDeps;

/** Answers both mail servers' questions about senders from the panel's tables. */
export function senderDirectory(deps: SenderDeps): SenderDirectory {
  return {
    findSender: (address) => deps.db.asSystem((tx) => findSender(tx, address)),
    countRecipients: (mailbox, recipients) => countRecipients(deps, mailbox, recipients),
  };
}
