import { listAddresses } from '../folders/list-mailbox-folders.ts';
import { folderOf } from '../folders/mailbox-folder.ts';
import type { MailboxLocks } from '../folders/mailbox-locks.ts';
import type { MailLog } from '../mail-log.ts';
import type { MailboxUsage, MailDirectory } from '../port.ts';
import { withTimeout } from '../with-timeout.ts';
import { isUnchanged, type Measurement, measureUsage } from './measure-usage.ts';

/** Small, so that deliveries never wait long for a recount of many mailboxes. */
const BATCH = 25;

type Entry = { measured: Measurement; recorded: boolean };

type LedgerOptions = {
  dir: string;
  directory: MailDirectory;
  directoryTimeoutMs: number;
  locks: MailboxLocks;
  log: MailLog;
};

/** Counts what each mailbox contains, from the disk only, and reports it to the panel (MBX-11). */
export class UsageLedger {
  readonly #entries = new Map<string, Entry>();
  readonly #options: LedgerOptions;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** The content and the owner of the mailbox at an address; null if there is none. */
  async current(address: string): Promise<Measurement | null> {
    const folder = folderOf(this.#options.dir, address);
    if (!folder) return null;
    const known = this.#entries.get(address);
    if (known && (await isUnchanged(folder, known.measured))) return known.measured;
    const measured = await measureUsage(folder);
    if (!measured) {
      this.#entries.delete(address);
      return null;
    }
    const isSame = known !== undefined && hasSameUsage(known.measured, measured);
    this.#entries.set(address, { measured, recorded: isSame && known.recorded });
    return measured;
  }

  /** Counts and reports to the panel. The caller holds the locks of the addresses. Never throws: a sweep reports later what failed now. */
  async record(addresses: string[]): Promise<void> {
    const usage: MailboxUsage[] = [];
    const told: Entry[] = [];
    for (const address of addresses) {
      try {
        const measured = await this.current(address);
        const entry = this.#entries.get(address);
        if (!measured || !entry || entry.recorded) continue;
        usage.push({ mailboxId: measured.mailboxId, bytes: measured.bytes, messages: measured.messages });
        told.push(entry);
      } catch (error) {
        this.#options.log.error({ err: error }, 'a mailbox could not be counted');
      }
    }
    if (await this.#tell(usage)) for (const entry of told) entry.recorded = true;
  }

  /**
   * The same for a mailbox that has just been made, without looking: that would take ten calls of the file system. A sweep looks, as it
   * does at everything that changed a moment before it was counted.
   */
  async recordEmpty({ mailboxId, address }: { mailboxId: string; address: string }): Promise<void> {
    const measured = { mailboxId, bytes: 0, messages: 0, fingerprint: '', settled: false };
    this.#entries.set(address, { measured, recorded: await this.#tell([measured]) });
  }

  /** Forgets a deleted mailbox. The caller holds the lock of its address. */
  async forget(mailbox: { mailboxId: string; address: string }): Promise<void> {
    this.#entries.delete(mailbox.address);
    await this.#tell([{ mailboxId: mailbox.mailboxId, bytes: 0, messages: 0 }]);
  }

  /** Checks every mailbox and recounts those that another program changed, such as an IMAP server. */
  async sweep(signal: AbortSignal): Promise<void> {
    const seen = new Set<string>();
    let changed: string[] = [];
    for await (const address of listAddresses(this.#options.dir)) {
      if (signal.aborted) return;
      seen.add(address);
      if (await this.#isTold(address)) continue;
      changed.push(address);
      if (changed.length === BATCH) {
        await this.#recount(changed);
        changed = [];
      }
    }
    await this.#recount(changed);
    for (const address of this.#entries.keys()) if (!seen.has(address)) this.#entries.delete(address);
  }

  #recount(addresses: string[]): Promise<void> {
    return this.#options.locks.hold(addresses, () => this.record(addresses));
  }

  async #isTold(address: string): Promise<boolean> {
    const known = this.#entries.get(address);
    const folder = folderOf(this.#options.dir, address);
    if (!folder) return true;
    return known?.recorded === true && (await isUnchanged(folder, known.measured).catch(() => false));
  }

  async #tell(usage: MailboxUsage[]): Promise<boolean> {
    if (usage.length === 0) return true;
    try {
      const { directory, directoryTimeoutMs } = this.#options;
      await withTimeout(directory.recordUsage(usage), directoryTimeoutMs);
      return true;
    } catch (error) {
      this.#options.log.warn({ err: error, mailboxes: usage.length }, 'usage could not be recorded');
      return false;
    }
  }
}

function hasSameUsage(a: Measurement, b: Measurement): boolean {
  return a.mailboxId === b.mailboxId && a.bytes === b.bytes && a.messages === b.messages;
}
