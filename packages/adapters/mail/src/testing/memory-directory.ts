import { decideSending, type SendingCount, type SendingRefusal, spanStart } from '@postern/domain/sending';
import type { MailboxUsage, MailDirectory, RecipientVerdict, Sender } from '../port.ts';
import type { ConformanceDirectory, Standing } from './harness.ts';

type Mailbox = { mailboxId: string; address: string; quotaBytes: number };
type Usage = { bytes: number; messages: number };
type Waiting = { mailboxId: string; isWanted: (usage: Usage) => boolean; resolve: (usage: Usage) => void };

/** The panel's side of the mail port in memory. Looks an address up in the panel's order: own address, disabled, alias, forwarder, catch-all. */
export class MemoryDirectory implements MailDirectory, ConformanceDirectory {
  readonly usage = new Map<string, Usage>();
  readonly asked: string[] = [];
  readonly #mailboxes = new Map<string, Mailbox>();
  readonly #groups = new Map<string, string[]>();
  readonly #catchAll = new Map<string, string>();
  readonly #disabled = new Set<string>();
  readonly #domains = new Set<string>();
  readonly #standings = new Map<string, Standing>();
  readonly #limits = new Map<string, { mailbox: number; domain: number }>();
  readonly #sent = new Map<string, number>();
  #waiting: Waiting[] = [];

  async setMailbox(mailbox: Mailbox): Promise<void> {
    this.#mailboxes.set(mailbox.mailboxId, mailbox);
    this.#domains.add(domainOf(mailbox.address));
  }

  async removeMailbox(mailboxId: string): Promise<void> {
    this.#mailboxes.delete(mailboxId);
    this.usage.delete(mailboxId);
  }

  async setAlias(address: string, mailboxId: string): Promise<void> {
    this.#groups.set(address, [mailboxId]);
  }

  async setForwarder(address: string, mailboxIds: string[]): Promise<void> {
    this.#groups.set(address, mailboxIds);
  }

  async setCatchAll(domain: string, mailboxId: string): Promise<void> {
    this.#catchAll.set(domain, mailboxId);
  }

  async setStanding(domain: string, standing: Standing): Promise<void> {
    this.#standings.set(domain, standing);
  }

  #standingOf = (address: string): Standing =>
    this.#standings.get(domainOf(address)) ?? (address.endsWith('.test') ? 'local' : 'unproven');

  async changeDomain(from: string, to: string): Promise<void> {
    for (const mailbox of [...this.#mailboxes.values()].filter(({ address }) => domainOf(address) === from)) {
      await this.setMailbox({ ...mailbox, address: mailbox.address.replace(`@${from}`, `@${to}`) });
      await this.setAlias(mailbox.address, mailbox.mailboxId);
    }
  }

  async disable(address: string): Promise<void> {
    this.#disabled.add(address);
  }

  async usageWhen(mailboxId: string, isWanted: (usage: Usage) => boolean): Promise<Usage> {
    const known = this.usage.get(mailboxId);
    if (known && isWanted(known)) return known;
    return new Promise((resolve) => this.#waiting.push({ mailboxId, isWanted, resolve }));
  }

  async resolveRecipient(address: string): Promise<RecipientVerdict> {
    this.asked.push(address);
    if (!this.#domains.has(domainOf(address))) return { kind: 'not-local' };
    const standing = this.#standingOf(address);
    if (standing === 'unproven') return { kind: 'waiting' };
    const verdict = this.#listRecipients(address);
    return verdict.kind === 'mailboxes' && standing === 'behind-a-filter'
      ? { ...verdict, isFromOutsideOnly: true }
      : verdict;
  }

  #listRecipients(address: string): RecipientVerdict {
    if (this.#disabled.has(address)) return { kind: 'disabled', reason: 'test' };
    const own = [...this.#mailboxes.values()].filter((mailbox) => mailbox.address === address);
    if (own.length > 0) return { kind: 'mailboxes', mailboxes: own };
    const group = this.#groups.get(address);
    if (group) return { kind: 'mailboxes', mailboxes: group.flatMap((id) => this.#mailboxes.get(id) ?? []) };
    const catchAll = this.#mailboxes.get(this.#catchAll.get(domainOf(address)) ?? '');
    return catchAll ? { kind: 'mailboxes', mailboxes: [catchAll], via: 'catch-all' } : { kind: 'unknown' };
  }

  async findSender(address: string): Promise<Sender | null> {
    const isOf = (id: string) => this.#groups.get(address)?.includes(id) === true;
    const mailbox = [...this.#mailboxes.values()].find((one) => one.address === address || isOf(one.mailboxId));
    if (mailbox === undefined) return null;
    if (this.#standingOf(mailbox.address) === 'unproven') return { mailbox: mailbox.address, addresses: [] };
    const aliases = [...this.#groups].filter(([, ids]) => ids.includes(mailbox.mailboxId)).map(([alias]) => alias);
    return { mailbox: mailbox.address, addresses: [mailbox.address, ...aliases] };
  }

  async setSendingLimit(domain: string, limits: { mailbox: number; domain: number }): Promise<void> {
    this.#limits.set(domain, limits);
  }

  async countRecipients(mailbox: string, recipients: number): Promise<SendingRefusal | null> {
    const limits = this.#limits.get(domainOf(mailbox));
    if (limits === undefined) return null;
    const now = new Date();
    const count = (scope: 'mailbox' | 'domain', name: string): SendingCount => ({
      ...{ scope, span: 'hour', limit: limits[scope], noticed: 0 },
      ...{ recipients: this.#sent.get(name) ?? 0, startsAt: spanStart('hour', now) },
    });
    const names = { mailbox, domain: domainOf(mailbox) };
    const { refusal } = decideSending([count('mailbox', mailbox), count('domain', names.domain)], recipients, now);
    if (refusal === null)
      for (const name of Object.values(names)) this.#sent.set(name, (this.#sent.get(name) ?? 0) + recipients);
    return refusal;
  }

  async recordUsage(usage: MailboxUsage[]): Promise<void> {
    for (const { mailboxId, bytes, messages } of usage) {
      if (this.#mailboxes.has(mailboxId)) this.usage.set(mailboxId, { bytes, messages });
    }
    this.#waiting = this.#waiting.filter(({ mailboxId, isWanted, resolve }) => {
      const known = this.usage.get(mailboxId);
      if (!known || !isWanted(known)) return true;
      resolve(known);
      return false;
    });
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
