import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOf, MAILDIR } from '../folders/mailbox-folder.ts';
import type { MailboxLocks } from '../folders/mailbox-locks.ts';
import { syncDirectory } from '../folders/sync-directory.ts';
import { overQuota, tryLater } from '../smtp/smtp-refusal.ts';
import type { UsageLedger } from '../usage/usage-ledger.ts';
import { withCrlfLines } from './crlf-lines.ts';
import { withHeaderEnd } from './header-end.ts';
import type { DeliveryTarget } from './resolve-recipient.ts';
import { type StagedMessage, stageCopy, stageMessage } from './stage-message.ts';
import { type Trace, traceHeader } from './trace-header.ts';

/** The parts of the embedded store that a delivery needs. */
export type MailStore = { dir: string; locks: MailboxLocks; ledger: UsageLedger };

/**
 * Delivers one message to all its mailboxes or to none. SMTP has one answer for all recipients, so every copy is staged
 * and checked before the first becomes visible; any failure removes all of them. When this resolves, the copies are on the
 * disk and the panel knows the new usage.
 */
export async function deliverMessage(
  store: MailStore,
  trace: Trace,
  targets: DeliveryTarget[],
  body: AsyncIterable<Buffer>,
): Promise<void> {
  const staged: StagedMessage[] = [];
  try {
    for (const target of targets) {
      const maildir = maildirOf(store.dir, target.address);
      const header = traceHeader(trace, target.address);
      const original = staged[0];
      staged.push(
        original
          ? await stageCopy(maildir, header, original)
          : await stageMessage(maildir, header, withHeaderEnd(withCrlfLines(body))),
      );
    }
    const addresses = targets.map((target) => target.address);
    await store.locks.hold(addresses, async () => {
      await refuseWhatDoesNotFit(store.ledger, targets, staged);
      await show(staged);
      await store.ledger.record(addresses);
    });
  } catch (error) {
    await Promise.allSettled(staged.map(({ tmpPath }) => rm(tmpPath, { force: true })));
    throw error;
  }
}

async function refuseWhatDoesNotFit(ledger: UsageLedger, targets: DeliveryTarget[], staged: StagedMessage[]) {
  for (const [index, target] of targets.entries()) {
    const usage = await ledger.current(target.address);
    // The mailbox was deleted, or its address has a new owner, since the recipient was accepted.
    if (usage?.mailboxId !== target.mailboxId) throw tryLater();
    if (usage.bytes + (staged[index]?.sizeBytes ?? 0) > target.quotaBytes) throw overQuota();
  }
}

async function show(staged: StagedMessage[]): Promise<void> {
  const shown: string[] = [];
  try {
    for (const { tmpPath, newPath } of staged) {
      await rename(tmpPath, newPath);
      shown.push(newPath);
    }
    for (const { newDirectory } of staged) await syncDirectory(newDirectory);
  } catch (error) {
    // The sender will try again, so a copy left here would become a duplicate.
    await Promise.allSettled(shown.map((path) => rm(path, { force: true })));
    throw error;
  }
}

function maildirOf(dir: string, address: string): string {
  const folder = folderOf(dir, address);
  if (!folder) throw tryLater();
  return join(folder, MAILDIR);
}
