import { type Command, textOption } from '../../feature/command.ts';
import { importCatalogue } from './import-catalogue.ts';

export const planCommands: Record<string, Command> = {
  'plan import': {
    usage: 'FILE   set the plans and prices from this plan file',
    options: [],
    positionals: ['file'],
    files: ['file'],
    run: (deps, options) => importCatalogue(deps, textOption(options, 'file')),
    print: (result: { created: number; updated: number; retired: number }) =>
      `${result.created} created, ${result.updated} updated, ${result.retired} retired.`,
  },
};
