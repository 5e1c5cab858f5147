import { isCountryCode } from '@postern/domain/countries';
import { type Command, CommandError, type Options, textOption, UsageError } from '../../feature/command.ts';
import { addSanction, listSanctions, removeSanction } from './screen-address.ts';

export const sanctionCommands: Record<string, Command> = {
  'sanction add': {
    usage: '--country CC --name NAME   refuse sign-in from this country (needs POSTERN_COUNTRY_FILE)',
    options: ['country', 'name'],
    run: async (deps, options) => {
      const row = { country: countryOption(options), name: textOption(options, 'name') };
      await addSanction(deps, row);
      return row;
    },
  },
  'sanction remove': {
    usage: '--country CC   remove a country from the list',
    options: ['country'],
    run: async (deps, options) => {
      const country = countryOption(options);
      if (!(await removeSanction(deps, country))) throw new CommandError('NOT_FOUND', `${country} is not on the list.`);
      return { country, removed: true };
    },
  },
  'sanction list': {
    usage: 'list the countries that sign-in is refused from',
    options: [],
    run: async (deps) => ({ countries: await listSanctions(deps) }),
  },
};

function countryOption(options: Options): string {
  const country = textOption(options, 'country').toUpperCase();
  if (!isCountryCode(country)) throw new UsageError('--country must be a two-letter country code.');
  return country;
}
