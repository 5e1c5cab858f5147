import { type DovecotBackend, type MailBackend, MailBackendError, type MailboxRef } from './port.ts';
import type { DoveadmOptions } from './real-servers/doveadm-client.ts';
import { dovecotFolders } from './real-servers/dovecot-folders.ts';
import { type DovecotStore, dovecotStore } from './real-servers/dovecot-store.ts';

export type PostfixDovecotOptions = Pick<DoveadmOptions, 'apiKey' | 'timeoutMs'> & {
  /** All backends, the first one first: it keeps every mailbox that has no place of its own. At least one. */
  list: () => Promise<DovecotBackend[]>;
  /** The name of a mailbox's backend; null: the first one. */
  placeOf: (mailboxId: string) => Promise<string | null>;
};

/**
 * The mail port on Postfix and one or several Dovecots (deploy/mail). They read the panel's views, so most changes take effect when they
 * are committed; the rest is sent to Dovecot here. Dovecot itself records the usage. A mailbox's folder name contains its id, so
 * that a reused address never gets old mail. What ends or removes something is sent to every backend, because a mailbox that moves is on
 * two.
 */
export function postfixDovecotBackend(options: PostfixDovecotOptions): MailBackend {
  const storeOn = (backend: DovecotBackend) => dovecotStore({ ...options, ...backend });
  const onAll = async <T>(work: (store: DovecotStore) => Promise<T>): Promise<T[]> => {
    const results: T[] = [];
    for (const backend of await options.list()) results.push(await work(storeOn(backend)));
    return results;
  };
  const findBackend = async (name: string | null): Promise<DovecotBackend> => {
    const all = await options.list();
    const found = name === null ? all[0] : all.find((backend) => backend.name === name);
    if (found === undefined) throw new MailBackendError('unavailable', `There is no backend ${name}`);
    return found;
  };
  const folders = keptFolders(options.apiKey);
  const foldersOf = async ({ mailboxId }: MailboxRef) =>
    folders.at((await findBackend(await options.placeOf(mailboxId))).imap);
  return {
    async createMailbox(mailbox) {
      await storeOn(await findBackend(await options.placeOf(mailbox.mailboxId))).create(mailbox);
    },
    async deleteMailbox(mailbox) {
      const others = (await onAll((store) => store.remove(mailbox))).flat();
      // Dovecot keeps the usage by address, which may have a new owner by now.
      if (others.some(({ mailboxId, address }) => address === mailbox.address && mailboxId !== mailbox.mailboxId))
        return;
      await storeOn(await findBackend(null)).clearUsage(mailbox.address);
    },
    // The folder keeps its name; the view `mail.mailbox` gives it to Dovecot.
    async moveMailbox({ address, storedAs }) {
      await onAll((store) => store.kick(address));
      return storedAs ?? address;
    },
    endSessions: async ({ address }) => {
      await onAll((store) => store.kick(address));
    },
    async listMailboxes() {
      const found = (await onAll((store) => store.list())).flat();
      return [...new Map(found.map((mailbox) => [mailbox.mailboxId, mailbox])).values()];
    },
    appendMessages: async (mailbox, folder, messages) =>
      (await foldersOf(mailbox)).append(mailbox.address, folder, messages),
    listMessageDigests: async (mailbox, folder) => (await foldersOf(mailbox)).listDigests(mailbox.address, folder),
    places: {
      async copy({ address }, way) {
        const [from, to] = [await findBackend(way.from), await findBackend(way.to)];
        if (to.copyTo === null) throw new MailBackendError('unavailable', `Nothing can be copied to ${to.name}`);
        return storeOn(from).copy(address, to.copyTo);
      },
      endSessions: async ({ address }, at) => storeOn(await findBackend(at)).kick(address),
      remove: async (mailbox, at) => {
        await storeOn(await findBackend(at)).remove(mailbox);
      },
    },
    async check() {
      try {
        const backends = await options.list();
        for (const backend of backends) {
          const where = backends.length === 1 ? '' : ` (${backend.name})`;
          const problem = await storeOn(backend).findProblem();
          if (problem !== null) return { ok: false, detail: `${problem}${where}` };
        }
        return { ok: true, detail: 'Dovecot answers' };
      } catch (error) {
        return { ok: false, detail: error instanceof MailBackendError ? error.message : 'Dovecot failed' };
      }
    },
    close: async () => folders.close(),
  };
}

/** The folders of each backend, which keep connections for a moment. */
function keptFolders(apiKey: string) {
  const kept = new Map<string, ReturnType<typeof dovecotFolders>>();
  return {
    at(imap: DovecotBackend['imap']) {
      const place = `${imap.host}:${imap.port}`;
      const known = kept.get(place) ?? dovecotFolders({ imap, apiKey });
      kept.set(place, known);
      return known;
    },
    close: () => kept.forEach((one) => one.close()),
  };
}
