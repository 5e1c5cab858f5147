import type { Command } from '../../feature/command.ts';
import { cancelErasureByOperator, eraseCustomer, type PlannedErasure } from './erase-command.ts';
import { type Exported, exportCustomerToFile } from './export-to-file.ts';

export const customerDataCommands: Record<string, Command> = {
  'export-customer': {
    usage:
      'FILE --customer ID | --email E | --domain D [--reason TEXT]   save everything stored about a customer as a ZIP archive; without --reason, only say what it would hold',
    options: ['customer', 'email', 'domain', 'reason'],
    positionals: ['archive'],
    paths: ['archive'],
    run: exportCustomerToFile,
    print: ({ email, customerId, rows, file, bytes }: Exported) =>
      [
        ...table({ email, customerId, rows }),
        file === null ? 'Nothing was written. Repeat it with --reason.' : `${file}: ${bytes} bytes.`,
      ].join('\n'),
  },
  'erase-customer': {
    usage:
      '--customer ID | --email E | --domain D [--reason TEXT] [--days N]   erase a customer with all mail, 14 days from now; the customer is told and can cancel it; without --reason, only say what would go',
    options: ['customer', 'email', 'domain', 'reason', 'days'],
    run: eraseCustomer,
    print: ({ kept, dueAt, ...planned }: PlannedErasure) =>
      [
        ...table(planned),
        'The mailboxes go with their mail. What stays:',
        ...Object.entries(kept).map(([name, why]) => `  ${name}: ${why}`),
        dueAt === null ? 'Nothing was planned. Repeat it with --reason.' : `Everything else is erased at ${dueAt}.`,
      ].join('\n'),
  },
  'cancel-erasure': {
    usage: '--customer ID | --email E | --domain D --reason TEXT   keep a customer whose erasure waits',
    options: ['customer', 'email', 'domain', 'reason'],
    run: cancelErasureByOperator,
    print: ({ email }: { email: string }) => `${email} is not erased.`,
  },
};

const table = ({ email, customerId, rows }: Pick<Exported, 'email' | 'customerId' | 'rows'>): string[] => [
  `Customer ${email} (${customerId}):`,
  ...Object.entries(rows).flatMap(([name, count]) => (count === 0 ? [] : [`  ${name}: ${count}`])),
];
