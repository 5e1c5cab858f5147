import { isEmailAddress, normaliseEmailAddress, parseDomainName } from '@postern/domain/addresses';
import { isCountryCode } from '@postern/domain/countries';
import { whoTakesPayment } from '@postern/domain/partners';
import {
  type Command,
  type CommandDeps,
  CommandError,
  durationOption,
  type Options,
  partnerIdOption,
  textOption,
  UsageError,
} from '../../../feature/command.ts';
import { findPartner, panelUrlOf } from '../../partners/public.ts';
import { inspectPurchaseLink } from './inspect-purchase-link.ts';
import { type LinkOptions, makePurchaseLink } from './make-purchase-link.ts';

export const purchaseLinkCommands: Record<string, Command> = {
  'purchase-link': {
    usage:
      '--partner N --domain D --email E --plan TYPE [--country CC] [--name NAME] [--locale L] [--discount CODE] [--expires-in 1h]   create a signed purchase link',
    options: ['partner', 'domain', 'email', 'plan', 'country', 'name', 'locale', 'discount', 'expires-in'],
    run: async (deps, options) => {
      const wish = linkWish(options);
      await assertLivesNoLonger(deps, wish);
      await assertSomebodyTakesPayment(deps, wish);
      const publicUrl = await panelUrlOf({ db: deps.db, publicUrl: deps.config.publicUrl }, wish.partnerId);
      const link = await makePurchaseLink({ ...deps, publicUrl }, wish);
      if (link === null)
        throw new CommandError('NO_KEY', 'This partner has no shared key. Create one with partner add-key.');
      return link;
    },
    print: (link: { url: string }) => link.url,
  },
  'partner inspect-link': {
    usage: '--partner N --link URL_OR_JWT   check whether a purchase link is valid, and if not, why',
    options: ['partner', 'link'],
    run: async (deps, options) => {
      const link = textOption(options, 'link');
      const jwt = URL.canParse(link) ? (new URL(link).searchParams.get('jwt') ?? '') : link;
      return inspectPurchaseLink(deps, jwt, partnerIdOption(options, 'partner'));
    },
  },
};

/** Refuses to sign a link that the panel would refuse to open. */
async function assertLivesNoLonger(deps: CommandDeps, { partnerId, validMillis }: LinkOptions): Promise<void> {
  const hours = (await findPartner(deps.db.global, partnerId))?.purchaseLinkHours;
  if (hours !== undefined && validMillis > hours * 3_600_000)
    throw new CommandError(
      'LINK_LIVES_TOO_LONG',
      `Purchase links of partner ${partnerId} live at most ${hours} hours. Give a shorter --expires-in, or raise the limit with partner set-link-hours.`,
    );
}

/** Refuses to sign a link that leads to a purchase nobody can pay. */
async function assertSomebodyTakesPayment({ db, config }: CommandDeps, { partnerId }: LinkOptions): Promise<void> {
  const partner = await findPartner(db.global, partnerId);
  if (config.payment.kind === 'none' && partner !== null && whoTakesPayment(partner) === 'panel')
    throw new CommandError(
      'NO_CARD_PAYMENTS',
      `Nobody would take the payment: POSTERN_CARD_PAYMENTS is off. If partner ${partnerId} bills its customers, set its flag forgoPayments.`,
    );
}

function linkWish(options: Options): LinkOptions {
  const domain = parseDomainName(textOption(options, 'domain'));
  if (!domain.ok) throw new UsageError(`--domain must be a domain name (${domain.code}).`);
  const email = normaliseEmailAddress(textOption(options, 'email'));
  if (!isEmailAddress(email)) throw new UsageError('--email must be an email address.');
  const country = typeof options.country === 'string' ? options.country.toUpperCase() : null;
  if (country !== null && !isCountryCode(country)) throw new UsageError('--country must be a two-letter country code.');
  return {
    partnerId: partnerIdOption(options, 'partner'),
    domainName: domain.value,
    email,
    planType: textOption(options, 'plan'),
    country,
    name: typeof options.name === 'string' ? options.name : null,
    locale: typeof options.locale === 'string' ? options.locale : null,
    discountCode: typeof options.discount === 'string' ? options.discount : null,
    validMillis: durationOption(options, 'expires-in', '1h'),
  };
}
