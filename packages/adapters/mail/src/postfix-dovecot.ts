import { DoveadmClient, type DoveadmCommand, type DoveadmOptions } from './real-servers/doveadm-client.ts';
import { parseMailboxAddress } from './delivery/mailbox-address.ts';
import { MailBackendError, type MailBackend, type MailboxRef } from './port.ts';

export type PostfixDovecotOptions = DoveadmOptions & {
  /** The folder of the mail on Dovecot's machine, as in its configuration. */
  storeDir: string;
};

/**
 * The mail port on Postfix and Dovecot (deploy/mail). They read the panel's views, so most changes act with their commit;
 * what is left to say to Dovecot is said here. Dovecot itself writes the usage. A mailbox's folder is named after its id
 * too, so an address that comes back never meets old mail.
 */
export function postfixDovecotBackend(options: PostfixDovecotOptions): MailBackend {
  const doveadm = new DoveadmClient(options);
  // Without `dirs` a folder that holds folders isn't deleted, and nobody is told.
  const inStore = (path: string) => ({ fsDriver: 'posix', fsArgs: `prefix=${options.storeDir}/:dirs`, path });
  return {
    async createMailbox({ address }) {
      // Looking into it makes it.
      const status = { user: address, field: ['messages'], mailboxMask: ['INBOX'] };
      if ((await doveadm.run('mailboxStatus', status)) === null)
        throw new MailBackendError('unavailable', 'Dovecot does not know the mailbox');
    },
    async deleteMailbox(mailbox) {
      const stored = { ...mailbox, address: mailbox.storedAs ?? mailbox.address };
      const { path, ...store } = inStore(folderOf(stored));
      const domains = [...new Set([domainOf(stored.address), domainOf(mailbox.address)])];
      const folders = await listFolders(
        doveadm,
        domains.map((domain) => ({ domain, ...inStore(domain) })),
      );
      // Dovecot fails at deleting what isn't there.
      if (folders.some(({ mailboxId }) => mailboxId === mailbox.mailboxId))
        await doveadm.run('fsDelete', { ...store, path: [path], recursive: true });
      // Usage is kept by address: by now it may be the next owner's.
      if (folders.some(({ mailboxId, address }) => address === mailbox.address && mailboxId !== mailbox.mailboxId))
        return;
      await doveadm.runAll(
        ['storage', 'messages'].map(
          (figure): DoveadmCommand => [
            'dictUnset',
            { user: mailbox.address, dictUri: 'proxy::usage', key: `priv/quota/${figure}` },
          ],
        ),
      );
    },
    // The folder is named after an address, and goes on to be: the views say which (`mail.mailbox`).
    async moveMailbox({ address, storedAs }) {
      await doveadm.run('kick', { mask: [address] });
      return storedAs ?? address;
    },
    async endSessions({ address }) {
      await doveadm.run('kick', { mask: [address] });
    },
    async listMailboxes() {
      const domains = await doveadm.run('fsIterDirs', inStore(''));
      return listFolders(
        doveadm,
        (domains ?? []).map(({ path: domain = '' }) => ({ domain, ...inStore(domain) })),
      );
    },
    async check() {
      try {
        const found = await doveadm.run('fsIterDirs', inStore(''));
        return found === null
          ? { ok: false, detail: 'The mail folder is missing' }
          : { ok: true, detail: 'Dovecot answers' };
      } catch (error) {
        return { ok: false, detail: error instanceof MailBackendError ? error.message : 'Dovecot failed' };
      }
    },
    close: async () => undefined,
  };
}

type DomainFolder = { domain: string; fsDriver: string; fsArgs: string; path: string };

async function listFolders(doveadm: DoveadmClient, folders: DomainFolder[]): Promise<MailboxRef[]> {
  const found = await doveadm.runAll(folders.map(({ domain: _, ...place }) => ['fsIterDirs', place]));
  return found.flatMap((entries, place) =>
    (entries ?? []).flatMap(({ path = '' }) => {
      const comma = path.lastIndexOf(',');
      const address = `${path.slice(0, comma)}@${folders[place]?.domain}`;
      return comma < 1 ? [] : [{ mailboxId: path.slice(comma + 1), address }];
    }),
  );
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/** As the view mail.mailbox of the database says it. Throws for what could leave the store's folder. */
function folderOf({ mailboxId, address }: MailboxRef): string {
  const parsed = parseMailboxAddress(address);
  if (parsed === null || !/^[0-9a-f-]{36}$/.test(mailboxId))
    throw new MailBackendError('refused', 'Not an address that a mailbox can have');
  return `${parsed.domain}/${parsed.local},${mailboxId}`;
}
