import { isEmailAddress } from '@postern/domain/addresses';
import { isCountryCode } from '@postern/domain/countries';
import { isSeries, missingOfSeller, type Seller } from '@postern/domain/invoices';
import { type Command, type Options, partnerIdOption, textOption, UsageError } from '../../../feature/command.ts';
import { seller } from '../tables.ts';
import { OPERATOR } from './find-seller.ts';
import { setSeller } from './set-seller.ts';

const FIELDS = ['name', 'address', 'city', 'zip', 'country', 'vat-id', 'register', 'email', 'footer'];
const LONGEST = 300;

export const sellerCommands: Record<string, Command> = {
  'seller set': {
    usage:
      '--name NAME --series HM [--address A] [--city C] [--zip Z] [--country CC] [--vat-id ID] [--register TEXT] [--email E] [--footer TEXT] [--partner N]   set who issues invoices, from the next one on; with --partner for its customers only',
    options: [...FIELDS, 'series', 'partner'],
    run: async (deps, options) => {
      const partnerId = options['partner'] === undefined ? OPERATOR : partnerIdOption(options, 'partner');
      const series = textOption(options, 'series').toUpperCase();
      if (!isSeries(series) || series.endsWith('-CN'))
        throw new UsageError('--series must be up to 20 letters and digits such as HM, and not end in -CN.');
      const details = detailsOf(options);
      await setSeller(deps, { partnerId, details, series });
      return {
        partnerId: partnerId === OPERATOR ? null : partnerId,
        series,
        ...details,
        missing: missingOfSeller(details),
      };
    },
  },
  'seller list': {
    usage: 'list who issues invoices, and what each of them lacks',
    options: [],
    run: async ({ db }) => {
      const rows = await db.asSystem((tx) => tx.select().from(seller).orderBy(seller.partnerId));
      return {
        sellers: rows.map(({ partnerId, series, details }) => ({
          partnerId: partnerId === OPERATOR ? null : partnerId,
          ...{ series, ...details, missing: missingOfSeller(details) },
        })),
      };
    },
  },
};

function detailsOf(options: Options): Seller {
  const optional = (name: string) => (options[name] === undefined ? null : line(options, name));
  const country = optional('country')?.toUpperCase() ?? null;
  if (country !== null && !isCountryCode(country)) throw new UsageError('--country must be a two-letter country code.');
  const email = optional('email');
  if (email !== null && !isEmailAddress(email)) throw new UsageError('--email must be an email address.');
  return {
    ...{ name: line(options, 'name'), address: optional('address'), city: optional('city'), zipCode: optional('zip') },
    ...{ country, vatId: optional('vat-id')?.replace(/\s/g, '').toUpperCase() ?? null },
    ...{ register: optional('register'), email, footer: optional('footer') },
  };
}

/** One line of text. Line breaks and control characters would end up on every invoice. */
function line(options: Options, name: string): string {
  const text = textOption(options, name).trim();
  if (text === '' || text.length > LONGEST || /\p{Cc}/u.test(text))
    throw new UsageError(`--${name} must be one line of at most ${LONGEST} characters.`);
  return text;
}
