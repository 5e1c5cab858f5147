import { parseEmailAddress } from '@postern/domain/addresses';
import { isStaffRoleName, STAFF_ROLE_NAMES } from '@postern/domain/staff';
import {
  type Command,
  CommandError,
  type Options,
  partnerIdOption,
  textOption,
  UsageError,
} from '../../feature/command.ts';
import { createStaff, disableStaff, listStaff, makeLinkFor } from './accounts.ts';
import { listStaffAudit } from './staff-audit.ts';
import { findStaffByEmail } from './staff-repository.ts';

function emailOption(options: Options): string {
  const address = parseEmailAddress(textOption(options, 'email'));
  if (!address.ok) throw new UsageError('--email must be an email address.');
  return address.value.address;
}

/** Makes a name from an address when none was given: `mara.lindqvist@…` becomes Mara Lindqvist. */
const nameOf = (email: string): string =>
  (email.split('@')[0] ?? '')
    .split(/[._-]+/)
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');

export const staffCommands: Record<string, Command> = {
  'staff create': {
    usage: `--role ${STAFF_ROLE_NAMES.join('|')} [--partner N] --email E [--name NAME]   create a staff account; prints the link to choose its password`,
    options: ['role', 'partner', 'email', 'name'],
    run: async (deps, options) => {
      const role = textOption(options, 'role');
      if (!isStaffRoleName(role)) throw new UsageError(`--role must be one of ${STAFF_ROLE_NAMES.join(', ')}.`);
      const email = emailOption(options);
      const name = options['name'] === undefined ? nameOf(email) : textOption(options, 'name').slice(0, 100);
      const partnerId = options['partner'] === undefined ? null : partnerIdOption(options, 'partner');
      return createStaff(deps, deps.config.publicUrl, { role, email, name, partnerId });
    },
    print: ({ url }: { url: string }) =>
      `The account is ready. Give this link to its owner; it works once, for three days:\n${url}`,
  },
  'staff list': {
    usage: 'list the staff accounts',
    options: [],
    run: async (deps) => ({ staff: await listStaff(deps) }),
  },
  'staff link': {
    usage:
      '--email E [--reset-two-factor]   make a new link to choose the password; after a lost phone, two-factor sign-in is set up again',
    options: ['email'],
    flags: ['reset-two-factor'],
    run: (deps, options) =>
      makeLinkFor(deps, deps.config.publicUrl, emailOption(options), options['reset-two-factor'] === true),
    print: ({ url }: { url: string }) => `The link works once, for three days:\n${url}`,
  },
  'staff disable': {
    usage: '--email E   disable a staff account; its session and its visit end at once',
    options: ['email'],
    run: (deps, options) => disableStaff(deps, emailOption(options)),
  },
  'staff log': {
    usage: '--email E   list what a member of staff did lately outside visits: sign-ins and searches',
    options: ['email'],
    run: async ({ db }, options) => {
      const email = emailOption(options);
      return db.asSystem(async (tx) => {
        const row = await findStaffByEmail(tx, email);
        if (row === null) throw new CommandError('NOT_FOUND', `There is no staff account ${email}.`);
        return { entries: await listStaffAudit(tx, row.staffId) };
      });
    },
  },
};
