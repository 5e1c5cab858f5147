import { isIP } from 'node:net';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { isNotNull, or } from 'drizzle-orm';
import { type Command, type Options, textOption, UsageError } from '../../feature/command.ts';
import { beginMove } from './begin-move.ts';
import { readBackends } from './mail-backends.ts';
import { mailBackend, mailboxPlace } from './tables.ts';

export const mailPlaceCommands: Record<string, Command> = {
  'mail-backend set': {
    usage:
      'NAME --doveadm URL --host ADDRESS [--imap-port 143] [--pop3-port 110] [--lmtp-port 24] [--copy-port 12345] [--store-dir DIR] [--weight 1]   add or change a Dovecot that keeps mail; the first one has all mailboxes so far',
    options: ['doveadm', 'host', 'imap-port', 'pop3-port', 'lmtp-port', 'copy-port', 'store-dir', 'weight'],
    positionals: ['name'],
    run: async ({ db, clock }, options) => {
      const name = textOption(options, 'name');
      if (!/^[a-z0-9][a-z0-9-]{0,30}$/.test(name))
        throw new UsageError('A backend’s name has up to 31 letters a to z, digits and hyphens.');
      const row = {
        doveadmUrl: doveadmOption(options),
        host: textOption(options, 'host'),
        imapPort: numberOption(options, 'imap-port', 143),
        pop3Port: numberOption(options, 'pop3-port', 110),
        lmtpPort: numberOption(options, 'lmtp-port', 24),
        copyPort: numberOption(options, 'copy-port', 12_345),
        storeDir: options['store-dir'] === undefined ? null : textOption(options, 'store-dir'),
        weight: numberOption(options, 'weight', 1, 0),
      };
      if (isIP(row.host) === 0)
        throw new UsageError('--host must be an IP address: Dovecot’s proxy looks up no names.');
      if (row.storeDir !== null && !row.storeDir.startsWith('/'))
        throw new UsageError('--store-dir must be an absolute path, such as /var/lib/postern/mail.');
      await db.asSystem((tx) =>
        tx
          .insert(mailBackend)
          .values({ ...row, name, addedAt: clock.now() })
          .onConflictDoUpdate({ target: mailBackend.name, set: row }),
      );
      return { name, ...row };
    },
  },
  'mail-backend list': {
    usage: 'list the Dovecot servers that keep mail, and the mailboxes that move',
    options: [],
    run: ({ db }) =>
      db.asSystem(async (tx) => ({
        backends: await readBackends(tx),
        moves: await tx
          .select()
          .from(mailboxPlace)
          .where(or(isNotNull(mailboxPlace.movingTo), isNotNull(mailboxPlace.movingFrom))),
      })),
  },
  'move-mailbox': {
    usage:
      'ADDRESS --to NAME   move a mailbox to another Dovecot while mail arrives; "mail-backend list" shows how far it is',
    options: ['to'],
    positionals: ['address'],
    run: async (deps, options) => {
      const address = normaliseEmailAddress(textOption(options, 'address'));
      const to = textOption(options, 'to');
      return { address, ...(await beginMove(deps, address, to)), to };
    },
    print: ({ address, from, to }: { address: string; from: string; to: string }) =>
      `${address} moves from ${from} to ${to}. The server does it; nobody has to wait.`,
  },
};

function doveadmOption(options: Options): string {
  const url = textOption(options, 'doveadm');
  if (!URL.canParse(url) || new URL(url).protocol !== 'http:')
    throw new UsageError('--doveadm must be a URL beginning with http://.');
  return url.replace(/\/+$/, '');
}

function numberOption(options: Options, name: string, fallback: number, least = 1): number {
  const value = Number(options[name] ?? fallback);
  if (!Number.isInteger(value) || value < least || value > 65_535)
    throw new UsageError(`--${name} must be a number from ${least} to 65535.`);
  return value;
}
