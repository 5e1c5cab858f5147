import { parseMailboxAddress } from '../delivery/mailbox-address.ts';
import { MailBackendError, type MailboxRef } from '../port.ts';
import { DoveadmClient, type DoveadmCommand, type DoveadmOptions } from './doveadm-client.ts';

/** A copy of a large mailbox takes a while. */
const COPY_TIMEOUT_MS = 3_600_000;
/** doveadm's exit code when the two still differ because a message came meanwhile. */
const CHANGED_MEANWHILE = 2;

export type DovecotStore = ReturnType<typeof dovecotStore>;

/** What one Dovecot does for the mail port, through its doveadm service. `storeDir` is its folder of mail, as in its configuration. */
export function dovecotStore(options: DoveadmOptions & { storeDir: string }) {
  const doveadm = new DoveadmClient(options);
  const copier = new DoveadmClient({ ...options, timeoutMs: COPY_TIMEOUT_MS });
  // Without `dirs`, deleting a folder with subfolders silently does nothing.
  const inStore = (path: string) => ({ fsDriver: 'posix', fsArgs: `prefix=${options.storeDir}/:dirs`, path });
  const listDomains = (domains: string[]) =>
    listFolders(
      doveadm,
      domains.map((domain) => ({ domain, ...inStore(domain) })),
    );
  return {
    async create({ address }: MailboxRef): Promise<void> {
      // Dovecot creates a mailbox when it first reads its status.
      const status = { user: address, field: ['messages'], mailboxMask: ['INBOX'] };
      if ((await doveadm.run('mailboxStatus', status)) === null)
        throw new MailBackendError('unavailable', 'Dovecot does not know the mailbox');
    },
    /** Removes the mailbox's folder. Returns the folders that were in its domains. */
    async remove(mailbox: MailboxRef): Promise<MailboxRef[]> {
      const stored = { ...mailbox, address: mailbox.storedAs ?? mailbox.address };
      const { path, ...store } = inStore(folderOf(stored));
      const folders = await listDomains([...new Set([domainOf(stored.address), domainOf(mailbox.address)])]);
      // Deleting a missing folder is an error in Dovecot.
      if (folders.some(({ mailboxId }) => mailboxId === mailbox.mailboxId))
        await doveadm.run('fsDelete', { ...store, path: [path], recursive: true });
      return folders;
    },
    async clearUsage(address: string): Promise<void> {
      await doveadm.runAll(
        ['storage', 'messages'].map(
          (figure): DoveadmCommand => [
            'dictUnset',
            { user: address, dictUri: 'proxy::usage', key: `priv/quota/${figure}` },
          ],
        ),
      );
    },
    async kick(address: string): Promise<void> {
      await doveadm.run('kick', { mask: [address] });
    },
    /** Makes this store and the one at `target` have the messages of both. False when the mailbox changed meanwhile. */
    async copy(address: string, target: string): Promise<boolean> {
      const code = await copier.exitCodeOf('sync', { user: address, destination: [target] });
      if (code !== 0 && code !== CHANGED_MEANWHILE)
        throw new MailBackendError('unavailable', `Dovecot failed to copy to ${target} (${code})`);
      return code === 0;
    },
    async list(): Promise<MailboxRef[]> {
      const domains = await doveadm.run('fsIterDirs', inStore(''));
      return listDomains((domains ?? []).map(({ path: domain = '' }) => domain));
    },
    /** Null: it can work now. */
    async findProblem(): Promise<string | null> {
      try {
        return (await doveadm.run('fsIterDirs', inStore(''))) === null ? 'The mail folder is missing' : null;
      } catch (error) {
        return error instanceof MailBackendError ? error.message : 'Dovecot failed';
      }
    },
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
