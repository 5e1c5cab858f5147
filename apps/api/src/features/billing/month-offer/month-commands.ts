import { parseDomainName } from '@postern/domain/addresses';
import {
  type Command,
  CommandError,
  type CommandDeps,
  type Options,
  textOption,
  UsageError,
} from '../../../feature/command.ts';
import { PanelError } from '../../../http/panel-error.ts';
import { findDomainOwner } from '../../purchase/public.ts';
import { setMonthOffer } from './set-month-offer.ts';

const LONGEST_REASON = 200;
const REFUSALS: Readonly<Record<string, string>> = {
  NOT_FOUND: 'The domain has no such order.',
  PURCHASE_CLOSED: 'The order is not on trial.',
  PLAN_EXPIRED: 'The trial is over.',
  SUBSCRIPTION_CANCELLED: 'The trial is cancelled, so nothing can be bought until that is withdrawn.',
  SUBSCRIPTION_NEARING_EXPIRY: 'The trial ends within a day, so nothing can be bought before it renews.',
};

export const monthCommands: Record<string, Command> = {
  'billing offer-month': {
    usage:
      '--domain D --reason TEXT [--product MailSuite|Site]   offer a trial one month free, if its customer chooses a paid plan before it ends',
    options: ['domain', 'reason', 'product'],
    run: (deps, options) => offer(deps, options, true),
  },
  'billing withdraw-month': {
    usage:
      '--domain D --reason TEXT [--product MailSuite|Site]   withdraw that offer; a payment that has begun keeps it',
    options: ['domain', 'reason', 'product'],
    run: (deps, options) => offer(deps, options, false),
  },
};

async function offer({ db, clock }: CommandDeps, options: Options, isOffered: boolean) {
  const domain = parseDomainName(textOption(options, 'domain'));
  if (!domain.ok) throw new UsageError(`--domain must be a domain name (${domain.code}).`);
  const note = textOption(options, 'reason').trim();
  if (note === '' || note.length > LONGEST_REASON || /\p{Cc}/u.test(note))
    throw new UsageError(`--reason must be one line of at most ${LONGEST_REASON} characters.`);
  const orderType = options['product'] ?? 'MailSuite';
  if (orderType !== 'MailSuite' && orderType !== 'Site') throw new UsageError('--product must be MailSuite or Site.');
  const isChanged = await db
    .asSystem(async (tx) => {
      const owner = await findDomainOwner(tx, domain.value);
      if (owner === null) throw new CommandError('NOT_FOUND', 'No customer has this domain.');
      return setMonthOffer(tx, clock, owner, { orderType, isOffered, note, actor: 'cli' });
    })
    .catch((error: unknown) => {
      if (!(error instanceof PanelError)) throw error;
      throw new CommandError(error.code, REFUSALS[error.code] ?? error.code);
    });
  return { domain: domain.value, orderType, isOffered, isChanged };
}
