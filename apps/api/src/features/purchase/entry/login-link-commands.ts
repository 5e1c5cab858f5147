import { isEmailAddress, normaliseEmailAddress, parseDomainName } from '@postern/domain/addresses';
import {
  type Command,
  type CommandDeps,
  CommandError,
  type Options,
  textOption,
  UsageError,
} from '../../../feature/command.ts';
import { panelUrlOf } from '../../partners/public.ts';
import { listDomainsOf } from '../purchase-repository.ts';
import { makePurchaseLink } from './make-purchase-link.ts';

const VALID_MILLIS = 5 * 60_000;

/** The link of a partner for a domain that already belongs to its customer: it signs in, once (authenticate-purchase.ts). */
export const loginLinkCommands: Record<string, Command> = {
  'login-link': {
    usage: '--email E [--domain D]   create a link that signs this customer in, once, within five minutes',
    options: ['email', 'domain'],
    run: async (deps, options) => {
      const { partnerId, domainName, email } = await findLogin(deps, options);
      const wish = { partnerId, domainName, email, planType: 'login', country: null, name: null, locale: null };
      const link = await makePurchaseLink(
        { ...deps, publicUrl: await panelUrlOf({ db: deps.db, publicUrl: deps.config.publicUrl }, partnerId) },
        { ...wish, validMillis: VALID_MILLIS },
      );
      if (link === null)
        throw new CommandError('NO_KEY', 'The customer’s partner has no shared key. Create one with partner add-key.');
      return { url: link.url, expiresAt: new Date(deps.clock.now().getTime() + VALID_MILLIS).toISOString() };
    },
    print: ({ url }: { url: string }) => url,
  },
};

async function findLogin(deps: CommandDeps, options: Options) {
  const email = normaliseEmailAddress(textOption(options, 'email'));
  if (!isEmailAddress(email)) throw new UsageError('--email must be an email address.');
  const domain = typeof options.domain === 'string' ? parseDomainName(options.domain) : null;
  if (domain?.ok === false) throw new UsageError(`--domain must be a domain name (${domain.code}).`);
  const found = await deps.db.asSystem((tx) => listDomainsOf(tx, email));
  const rows = found.filter(({ domainName }) => domain === null || domainName === domain.value);
  const [row] = rows;
  if (row === undefined)
    throw new CommandError(
      'NOT_FOUND',
      'No customer has this email. The people of a mailbox sign in with their password.',
    );
  if (new Set(rows.map(({ customerId }) => customerId)).size > 1)
    throw new CommandError('AMBIGUOUS_CREDENTIALS', 'Several customers have this email. Name a domain with --domain.');
  return { ...row, email };
}
