import { isCountryCode } from '@postern/domain/countries';
import { isPlainDate } from '@postern/domain/dates';
import { toMinor } from '@postern/domain/money';
import { type Command, type Options, partnerIdOption, textOption, UsageError } from '../../feature/command.ts';
import { listTaxRates, setTaxRate } from './set-tax-rate.ts';

export const taxCommands: Record<string, Command> = {
  'tax set': {
    usage:
      '--country CC --name NAME --percent 19 --from YYYY-MM-DD [--partner N]   set the tax for buyers in a country from a date on',
    options: ['country', 'name', 'percent', 'from', 'partner'],
    run: async (deps, options) => {
      const rate = rateOf(options);
      await setTaxRate(deps, rate);
      return rate;
    },
  },
  'tax list': {
    usage: 'list the taxes; an empty list means that no tax is added to prices',
    options: [],
    run: async (deps) => ({ taxes: await listTaxRates(deps) }),
  },
};

function rateOf(options: Options) {
  const country = textOption(options, 'country').toUpperCase();
  if (!isCountryCode(country)) throw new UsageError('--country must be a two-letter country code.');
  const percent = textOption(options, 'percent');
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(percent)) throw new UsageError('--percent must look like 19 or 7.25.');
  const fromDate = textOption(options, 'from');
  if (!isPlainDate(fromDate)) throw new UsageError('--from must be a date such as 2026-01-31.');
  const partnerId = options['partner'] === undefined ? null : partnerIdOption(options, 'partner');
  const name = textOption(options, 'name').trim().slice(0, 60);
  // A basis point is a hundredth of a percent, as a cent is of a dollar.
  return { partnerId, country, name, rateBasisPoints: toMinor(percent), fromDate };
}
