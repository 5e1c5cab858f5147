import { parseMailboxAddress } from './delivery/mailbox-address.ts';
import { MailBackendError, type MailBackend, type MailboxRef } from './port.ts';
import { DoveadmClient, type DoveadmCommand, type DoveadmOptions } from './real-servers/doveadm-client.ts';

export type PostfixDovecotOptions = DoveadmOptions & {
  /** The folder of the mail on Dovecot's machine, as in its configuration. */
  storeDir: string;
};

/**
 * The mail port on Postfix and Dovecot (deploy/mail). They read the panel's views, so most changes take effect when they are
 * committed; the rest is sent to Dovecot here. Dovecot itself records the usage. A mailbox's folder name contains its id, so
 * that a reused address never gets old mail.
 */
export function postfixDovecotBackend(options: PostfixDovecotOptions): MailBackend {
  const doveadm = new DoveadmClient(options);
  // Without `dirs`, deleting a folder with subfolders silently does nothing.
  const inStore = (path: string) => ({ fsDriver: 'posix', fsArgs: `prefix=${options.storeDir}/:dirs`, path });
  return {
    async createMailbox({ address }) {
      // Dovecot creates a mailbox when it first reads its status.
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
      // Deleting a missing folder is an error in Dovecot.
      if (folders.some(({ mailboxId }) => mailboxId === mailbox.mailboxId))
        await doveadm.run('fsDelete', { ...store, path: [path], recursive: true });
      // Dovecot keeps the usage by address, which may have a new owner by now.
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
    // The folder keeps its name; the view `mail.mailbox` gives it to Dovecot.
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

/** The folder's path, as in the view mail.mailbox. Throws for a path that could lead out of the store. */
function folderOf({ mailboxId, address }: MailboxRef): string {
  const parsed = parseMailboxAddress(address);
  if (parsed === null || !/^[0-9a-f-]{36}$/.test(mailboxId))
    throw new MailBackendError('refused', 'Not an address that a mailbox can have');
  return `${parsed.domain}/${parsed.local},${mailboxId}`;
}
