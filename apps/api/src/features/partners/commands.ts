import { parseEmailAddress } from '@postern/domain/addresses';
import {
  isBrand,
  PARTNER_FLAG_NAMES,
  PARTNER_URL_NAMES,
  type PartnerUrls,
  PURCHASE_LINK_HOURS,
} from '@postern/domain/partners';
import {
  type Command,
  CommandError,
  type Options,
  partnerIdOption,
  textOption,
  UsageError,
} from '../../feature/command.ts';
import {
  addKey,
  addHost,
  addOrigin,
  addServer,
  removeServer,
  revokeKey,
  type PartnerWish,
  setFlag,
  setPartner,
  setPaymentUrl,
  setPurchaseLinkHours,
  setTheme,
  setUrls,
} from './change-partner.ts';
import { addApiKey, revokeApiKey } from './api-keys.ts';
import { createPartner } from './create-partner.ts';
import { downloadLogo } from './download-logo.ts';
import type { PublicKeyAlgorithm } from './find-key-fault.ts';
import { listPartners } from './partner-repository.ts';

const THEME_OPTIONS = {
  'accent-lightness': 'accentLightness',
  'accent-chroma': 'accentChroma',
  'accent-hue': 'accentHue',
  'tint-hue': 'tintHue',
  'tint-chroma': 'tintChroma',
  'radius-px': 'radiusPx',
} as const;

/** `terms-of-use` for termsOfUse. */
const URL_OPTIONS = PARTNER_URL_NAMES.map((name) => ({
  name,
  option: name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
}));

export const partnerCommands: Record<string, Command> = {
  'partner create': {
    usage: '--id N --name NAME --brand general|neo [--support-email E]   create a partner with its first key',
    options: ['id', 'name', 'brand', 'support-email'],
    run: async (deps, options) => {
      const brand = textOption(options, 'brand');
      if (!isBrand(brand)) throw new UsageError('--brand must be general or neo.');
      const partnerId = partnerIdOption(options, 'id');
      const supportEmail = supportEmailOf(options);
      const made = await createPartner(deps, {
        partnerId,
        name: textOption(options, 'name'),
        brand,
        actor: 'cli',
        ...supportEmail,
      });
      if (made === null) throw new CommandError('PARTNER_EXISTS', `Partner ${partnerId} already exists.`);
      return made;
    },
    print: (made: { partnerId: number; keyId: string; secret: string }) =>
      `Partner ${made.partnerId} has been created.\nKey id: ${made.keyId}\nSecret: ${made.secret}   (shown only now)`,
  },
  'partner list': {
    usage: 'list the partners',
    options: [],
    run: async (deps) => {
      const rows = await listPartners(deps.db.global);
      return {
        partners: rows.map(({ partnerId, companyName, brand, state, flags }) => ({
          partnerId,
          companyName,
          brand,
          state,
          flags,
        })),
      };
    },
  },
  'partner add-key': {
    usage: '--partner N [--public-key-file FILE --alg RS256|ES256]   add a signing key',
    options: ['partner', 'public-key-file', 'alg'],
    files: ['public-key-file'],
    run: (deps, options) => addKey(deps, partnerIdOption(options, 'partner'), publicKeyOf(options)),
  },
  'partner revoke-key': {
    usage: '--partner N --key KEYID   refuse links signed with this key from now on',
    options: ['partner', 'key'],
    run: async (deps, options) => {
      const partnerId = partnerIdOption(options, 'partner');
      const keyId = textOption(options, 'key');
      await revokeKey(deps, partnerId, keyId);
      return { partnerId, keyId, revoked: true };
    },
  },
  'partner add-api-key': {
    usage: '--partner N   make a key with which the server of the partner calls the API',
    options: ['partner'],
    run: (deps, options) => addApiKey(deps, partnerIdOption(options, 'partner')),
    print: ({ keyId, apiKey }: { keyId: string; apiKey: string }) =>
      `Key id: ${keyId}\nAPI key: ${apiKey}   (shown only now)`,
  },
  'partner revoke-api-key': {
    usage: '--partner N --key KEYID   refuse calls with this key from now on',
    options: ['partner', 'key'],
    run: async (deps, options) => {
      const partnerId = partnerIdOption(options, 'partner');
      const keyId = textOption(options, 'key');
      await revokeApiKey(deps, partnerId, keyId);
      return { partnerId, keyId, revoked: true };
    },
  },
  'partner set': {
    usage:
      '--partner N [--name NAME] [--product-name NAME] [--support-email E] [--logo URL] [--logo-dark URL] [--payments on|off] [--month-offers on|off] [--panel-host HOST]   set how it is called and shown, whether its customers pay here, whether its server may offer trials a month free, and on which of its hosts customers find the panel; none removes a logo or the host',
    options: [
      ...['partner', 'name', 'product-name', 'support-email', 'logo', 'logo-dark', 'payments', 'month-offers'],
      'panel-host',
    ],
    run: async (deps, options) => {
      const wish = partnerWishOf(options);
      if (Object.keys(wish).length === 0) throw new UsageError('Give at least one thing to set.');
      const partnerId = partnerIdOption(options, 'partner');
      const set = await setPartner(deps, partnerId, wish);
      return { partnerId, ...set, ...(await logoWarning(set)) };
    },
  },
  'partner set-flag': {
    usage: '--partner N --flag NAME --value true|false   set a flag',
    options: ['partner', 'flag', 'value'],
    run: async (deps, options) => {
      const name = textOption(options, 'flag');
      const flag = PARTNER_FLAG_NAMES.find((candidate) => candidate === name);
      const value = textOption(options, 'value');
      if (flag === undefined) throw new UsageError(`--flag must be one of ${PARTNER_FLAG_NAMES.join(', ')}.`);
      if (value !== 'true' && value !== 'false') throw new UsageError('--value must be true or false.');
      const partnerId = partnerIdOption(options, 'partner');
      await setFlag(deps, partnerId, flag, value === 'true');
      return { partnerId, flag, value: value === 'true' };
    },
  },
  'partner set-theme': {
    usage: `--partner N ${Object.keys(THEME_OPTIONS)
      .map((name) => `[--${name} X]`)
      .join(
        ' ',
      )} [--font NAME [--font-file FILE.woff2]]   set values of the theme; a font without a file is one that people's computers have, and none is the panel's own`,
    options: ['partner', ...Object.keys(THEME_OPTIONS), 'font', 'font-file'],
    binaries: ['font-file'],
    run: async (deps, options) => {
      const values: [string, unknown][] = Object.entries(THEME_OPTIONS).flatMap(([option, field]) =>
        typeof options[option] === 'string' ? [[field, Number(options[option])]] : [],
      );
      const { font, 'font-file': file } = options;
      if (typeof font === 'string') values.push(['font', font === 'none' ? null : font]);
      if (typeof file === 'string' && (typeof font !== 'string' || font === 'none'))
        throw new UsageError('--font-file needs --font with the name of the font.');
      if (values.length === 0) throw new UsageError('Give at least one value of the theme.');
      const partnerId = partnerIdOption(options, 'partner');
      const fontFile = typeof file === 'string' ? Buffer.from(file, 'base64') : null;
      return { partnerId, theme: await setTheme(deps, partnerId, Object.fromEntries(values), fontFile) };
    },
  },
  'partner set-urls': {
    usage: `--partner N ${URL_OPTIONS.map(({ option }) => `[--${option} URL]`).join(' ')}   set where the panel's links go; none removes one`,
    options: ['partner', ...URL_OPTIONS.map(({ option }) => option)],
    run: async (deps, options) => {
      const wish: Partial<PartnerUrls> = {};
      for (const { name, option } of URL_OPTIONS) {
        const text = options[option];
        if (typeof text === 'string') wish[name] = text === 'none' ? null : text;
      }
      if (Object.keys(wish).length === 0) throw new UsageError('Give at least one address.');
      const partnerId = partnerIdOption(options, 'partner');
      return { partnerId, ...(await setUrls(deps, partnerId, wish, new URL(deps.config.publicUrl).host)) };
    },
  },
  'partner set-payment-url': {
    usage:
      '--partner N --url https://shop.example/pay   set where its customers pay (flag hideBillingPageOnPaymentViaPartner); add its origin first',
    options: ['partner', 'url'],
    run: async (deps, options) => {
      const partnerId = partnerIdOption(options, 'partner');
      return { partnerId, paymentUrl: await setPaymentUrl(deps, partnerId, textOption(options, 'url')) };
    },
  },
  'partner set-link-hours': {
    usage: `--partner N --hours H   set how long its purchase links may live: 1 to ${PURCHASE_LINK_HOURS.maximum}, by default ${PURCHASE_LINK_HOURS.default}`,
    options: ['partner', 'hours'],
    run: async (deps, options) => {
      const partnerId = partnerIdOption(options, 'partner');
      const hours = Number(textOption(options, 'hours'));
      await setPurchaseLinkHours(deps, partnerId, hours);
      return { partnerId, hours };
    },
  },
  'partner add-host': {
    usage: '--partner N --host mail.shop.example   show the panel under this host name as its own',
    options: ['partner', 'host'],
    run: async (deps, options) => {
      const partnerId = partnerIdOption(options, 'partner');
      return { partnerId, host: await addHost(deps, partnerId, textOption(options, 'host')) };
    },
  },
  'partner add-server': {
    usage: '--partner N --server ID   let links of this installation name it (installId) instead of the partner',
    options: ['partner', 'server'],
    run: async (deps, options) => {
      const partnerId = partnerIdOption(options, 'partner');
      return { partnerId, serverId: await addServer(deps, partnerId, textOption(options, 'server')) };
    },
  },
  'partner remove-server': {
    usage: '--partner N --server ID   refuse links that name this installation from now on',
    options: ['partner', 'server'],
    run: async (deps, options) => {
      const partnerId = partnerIdOption(options, 'partner');
      const serverId = textOption(options, 'server');
      await removeServer(deps, partnerId, serverId);
      return { partnerId, serverId, removed: true };
    },
  },
  'partner add-origin': {
    usage: '--partner N --origin https://shop.example   allow pages of this origin to embed the panel',
    options: ['partner', 'origin'],
    run: async (deps, options) => {
      const partnerId = partnerIdOption(options, 'partner');
      return { partnerId, origin: await addOrigin(deps, partnerId, textOption(options, 'origin')) };
    },
  },
};

function partnerWishOf(options: Options): PartnerWish {
  const has = (name: string) => typeof options[name] === 'string';
  const orNone = (name: string) => (textOption(options, name) === 'none' ? null : textOption(options, name));
  const [payments, monthOffers] = [switchOption(options, 'payments'), switchOption(options, 'month-offers')];
  return {
    ...(has('name') && { companyName: textOption(options, 'name') }),
    ...(has('product-name') && { productName: textOption(options, 'product-name') }),
    ...supportEmailOf(options),
    ...(has('logo') && { logoUrl: orNone('logo') }),
    ...(has('logo-dark') && { logoDarkUrl: orNone('logo-dark') }),
    ...(payments !== null && { paymentEnabled: payments }),
    ...(monthOffers !== null && { mayOfferMonths: monthOffers }),
    ...(has('panel-host') && { panelHost: orNone('panel-host') }),
  };
}

/** Warns about a logo that can't be loaded. It is set all the same, because its server may only be down. */
async function logoWarning({ logoUrl, logoDarkUrl }: PartnerWish): Promise<{ warning?: string }> {
  const reasons = [];
  for (const url of [logoUrl, logoDarkUrl]) {
    const answer = url ? await downloadLogo(url) : null;
    if (typeof answer === 'string') reasons.push(`${url} could not be loaded: ${answer}.`);
  }
  if (reasons.length === 0) return {};
  return { warning: [...reasons, 'Until it can, the panel shows the name instead.'].join(' ') };
}

/** `on` or `off`; null if it isn't given. */
function switchOption(options: Options, name: string): boolean | null {
  const value = options[name];
  if (value !== undefined && value !== 'on' && value !== 'off') throw new UsageError(`--${name} must be on or off.`);
  return value === undefined ? null : value === 'on';
}

function supportEmailOf(options: Options): { supportEmail?: string } {
  if (typeof options['support-email'] !== 'string') return {};
  const parsed = parseEmailAddress(options['support-email']);
  if (!parsed.ok) throw new UsageError('--support-email must be an email address.');
  return { supportEmail: parsed.value.address };
}

function publicKeyOf(options: Options): { pem: string; algorithm: PublicKeyAlgorithm } | null {
  if (options['public-key-file'] === undefined && options.alg === undefined) return null;
  const algorithm = textOption(options, 'alg');
  if (algorithm !== 'RS256' && algorithm !== 'ES256') throw new UsageError('--alg must be RS256 or ES256.');
  return { pem: textOption(options, 'public-key-file'), algorithm };
}
