import type { Command } from '../../feature/command.ts';
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
        `Customer ${email} (${customerId}):`,
        ...Object.entries(rows).flatMap(([name, count]) => (count === 0 ? [] : [`  ${name}: ${count}`])),
        file === null ? 'Nothing was written. Repeat it with --reason.' : `${file}: ${bytes} bytes.`,
      ].join('\n'),
  },
};
