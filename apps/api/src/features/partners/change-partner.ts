import { createHash, randomBytes } from 'node:crypto';
import { parseDomainName } from '@postern/domain/addresses';
import {
  isPurchaseLinkHours,
  parseOrigin,
  parsePartnerUrl,
  parseServerId,
  type PartnerFlagName,
  type PartnerUrls,
  PURCHASE_LINK_HOURS,
} from '@postern/domain/partners';
import { parseTheme, readFontFile, type Theme } from '@postern/domain/themes';
import { writePartnerAudit } from '../../db/audit.ts';
import type { Queryable } from '../../db/client.ts';
import { CommandError } from '../../feature/command.ts';
import { addSharedKey, NO_URLS, type PartnerDeps } from './create-partner.ts';
import { describeContrast } from './describe-contrast.ts';
import { findKeyFault, type PublicKeyAlgorithm } from './find-key-fault.ts';
import {
  deleteServer,
  findPartner,
  findPartnerIdOfHost,
  findPartnerIdOfServer,
  insertHost,
  insertOrigin,
  insertPartnerKey,
  insertServer,
  listOrigins,
  lockPartner,
  markKeyRevoked,
  type NewFont,
  type PartnerRow,
  replaceFont,
  updatePartner,
} from './partner-repository.ts';

/** A change was refused; the message says why, for the operator. */
class PartnerChangeRefused extends CommandError {}

const noPartner = (partnerId: number) => new PartnerChangeRefused('NOT_FOUND', `Partner ${partnerId} does not exist.`);

async function requirePartner(deps: PartnerDeps, partnerId: number): Promise<void> {
  if ((await findPartner(deps.db.global, partnerId)) === null) throw noPartner(partnerId);
}

/** Adds another signing key: a shared secret, or the partner's own public key. */
export async function addKey(
  deps: PartnerDeps,
  partnerId: number,
  publicKey: { pem: string; algorithm: PublicKeyAlgorithm } | null,
): Promise<{ keyId: string; secret?: string }> {
  await requirePartner(deps, partnerId);
  const fault = publicKey === null ? null : findKeyFault(publicKey.pem, publicKey.algorithm);
  if (fault !== null) throw new PartnerChangeRefused(fault.code, fault.text);
  return deps.db.asSystem(async (tx) => {
    const keyId = `k_${randomBytes(6).toString('hex')}`;
    const made = publicKey === null ? await addSharedKey(tx, deps, partnerId) : { keyId };
    if (publicKey !== null) {
      await insertPartnerKey(tx, {
        partnerId,
        keyId,
        algorithm: publicKey.algorithm,
        sealedSecret: null,
        publicKeyPem: publicKey.pem,
        createdAt: deps.clock.now(),
      });
    }
    await writePartnerAudit(tx, deps.clock, {
      partnerId,
      actor: 'cli',
      action: 'partner-key.added',
      attrs: { keyId: made.keyId, algorithm: publicKey?.algorithm ?? 'HS256' },
    });
    return made;
  });
}

/** Revokes a key. The partner's other keys stay valid. */
export async function revokeKey(deps: PartnerDeps, partnerId: number, keyId: string): Promise<void> {
  await deps.db.asSystem(async (tx) => {
    if (!(await markKeyRevoked(tx, partnerId, keyId, deps.clock.now()))) {
      throw new PartnerChangeRefused('NOT_FOUND', `Partner ${partnerId} has no active key ${keyId}.`);
    }
    await writePartnerAudit(tx, deps.clock, {
      partnerId,
      actor: 'cli',
      action: 'partner-key.revoked',
      attrs: { keyId },
    });
  });
}

/** Switches one flag, without losing concurrent changes of other flags. */
export async function setFlag(
  deps: PartnerDeps,
  partnerId: number,
  flag: PartnerFlagName,
  value: boolean,
): Promise<void> {
  await change(deps, partnerId, async ({ flags }) => ({
    values: { flags: { ...flags, [flag]: value } },
    attrs: { flag, value },
  }));
}

/** The values of a theme that decide how readable its accent is. */
const ACCENT_VALUES = ['accentLightness', 'accentChroma', 'accentHue'];

/**
 * Sets values of the theme. An accent that would be unreadable as requested is refused; accents from before this check stay.
 * @param fontFile the WOFF2 file of the font that the wish names; without it, only people who have the font see it
 */
export async function setTheme(
  deps: PartnerDeps,
  partnerId: number,
  wish: unknown,
  fontFile: Uint8Array | null = null,
): Promise<Theme> {
  const font = fontFile === null ? null : parseFontFile(fontFile);
  const { theme } = await change(deps, partnerId, async ({ theme: before }, tx) => {
    const wanted = Object(wish) as Record<string, unknown>;
    const parsed = parseTheme({ ...before, ...wanted });
    if (!parsed.ok)
      throw new PartnerChangeRefused(parsed.code, `The theme's ${parsed.attrs.field} is missing or out of range.`);
    const fault = ACCENT_VALUES.some((name) => name in wanted) ? describeContrast(parsed.value) : null;
    if (fault !== null) throw new PartnerChangeRefused('THEME_CONTRAST', fault);
    if ('font' in wanted) await replaceFont(tx, partnerId, font);
    const values = { theme: parsed.value, themeId: `partner-${partnerId}` };
    return { values, attrs: { theme: parsed.value } };
  });
  return theme;
}

function parseFontFile(bytes: Uint8Array): NewFont {
  const read = readFontFile(bytes);
  if (read.ok) {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    return { hash, file: Buffer.from(bytes).toString('base64'), ...read.value };
  }
  throw new PartnerChangeRefused(
    read.code,
    read.code === 'FONT_TOO_LARGE'
      ? `A font may have ${read.attrs.maximumBytes / 1000} KB at most, because every visitor loads it. Leave out characters that nobody needs.`
      : 'This is no WOFF2 file, or not the whole of one.',
  );
}

/**
 * Sets the addresses that the panel links to. Null removes an address, and addresses that aren't named stay. Sets all of them, or none.
 * @param ownHost the panel's own host, with which an address may begin
 */
export async function setUrls(
  deps: PartnerDeps,
  partnerId: number,
  wish: Partial<PartnerUrls>,
  ownHost?: string,
): Promise<{ urls: PartnerUrls }> {
  const given = Object.entries(wish).map(([name, text]) => {
    const url = text === null ? null : parsePartnerUrl(text, ownHost);
    if (url?.ok === false)
      throw new PartnerChangeRefused(url.code, `${name} must be an address like https://mail.example.`);
    return [name, url?.value ?? null] as const;
  });
  const urls: Partial<PartnerUrls> = Object.fromEntries(given);
  return change(deps, partnerId, async (partner) => ({
    values: { urls: { ...NO_URLS, ...partner.urls, ...urls } },
    attrs: { urls },
  }));
}

/** Sets how a partner is called and shown, and whether its customers pay here. Values that aren't given stay. */
export type PartnerWish = Partial<
  Pick<
    PartnerRow,
    | 'companyName'
    | 'productName'
    | 'supportEmail'
    | 'logoUrl'
    | 'logoDarkUrl'
    | 'paymentEnabled'
    | 'mayOfferMonths'
    | 'panelHost'
  >
>;

/** Sets all of them, or none. A logo is a picture on the partner's own server, which the panel's pages then may show. */
export async function setPartner(deps: PartnerDeps, partnerId: number, wish: PartnerWish): Promise<PartnerWish> {
  const { logoUrl, logoDarkUrl } = wish;
  const values: PartnerWish = {
    ...wish,
    ...(logoUrl !== undefined && { logoUrl: parseLogo(logoUrl) }),
    ...(logoDarkUrl !== undefined && { logoDarkUrl: parseLogo(logoDarkUrl) }),
    ...(wish.panelHost && { panelHost: parseHost(wish.panelHost) }),
  };
  const { panelHost } = values;
  return change(deps, partnerId, async (_partner, tx) => {
    // A name that leads elsewhere would make every link of the partner's mails lead there.
    if (panelHost && (await findPartnerIdOfHost(tx, panelHost)) !== partnerId)
      throw new PartnerChangeRefused('HOST_NOT_REGISTERED', `Register ${panelHost} with partner add-host first.`);
    return { values, attrs: values };
  });
}

function parseLogo(text: string | null): string | null {
  if (text === null) return null;
  const url = parsePartnerUrl(text);
  if (url.ok) return url.value;
  throw new PartnerChangeRefused(url.code, 'A logo must be an address like https://your.example/logo.svg.');
}

/** Sets where the partner's customers pay: only a page on an origin that is registered for the partner (ADR 13). */
export async function setPaymentUrl(deps: PartnerDeps, partnerId: number, text: string): Promise<string> {
  const { paymentUrl } = await change(deps, partnerId, async (_partner, tx) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '')
      throw new PartnerChangeRefused('URL_NOT_SECURE', 'A payment page must look like https://shop.example/pay.');
    if (!(await listOrigins(tx, partnerId)).includes(url.origin))
      throw new PartnerChangeRefused('ORIGIN_NOT_REGISTERED', `Register ${url.origin} with partner add-origin first.`);
    return { values: { paymentUrl: url.href }, attrs: { paymentUrl: url.href } };
  });
  return paymentUrl;
}

/** Sets how long a purchase link of the partner may live, from the next time that one is opened. */
export async function setPurchaseLinkHours(deps: PartnerDeps, partnerId: number, hours: number): Promise<void> {
  if (!isPurchaseLinkHours(hours))
    throw new PartnerChangeRefused(
      'HOURS_OUT_OF_RANGE',
      `Purchase links may live from 1 to ${PURCHASE_LINK_HOURS.maximum} hours.`,
    );
  const values = { purchaseLinkHours: hours };
  await change(deps, partnerId, async () => ({ values, attrs: values }));
}

/** Lets a page of this origin frame the panel. */
export async function addOrigin(deps: PartnerDeps, partnerId: number, text: string): Promise<string> {
  await requirePartner(deps, partnerId);
  const origin = parseOrigin(text);
  if (!origin.ok)
    throw new PartnerChangeRefused(origin.code, 'An origin must look like https://shop.example, without a path.');
  await deps.db.asSystem(async (tx) => {
    await insertOrigin(tx, partnerId, origin.value);
    await writePartnerAudit(tx, deps.clock, {
      partnerId,
      actor: 'cli',
      action: 'partner-origin.added',
      attrs: { origin: origin.value },
    });
  });
  return origin.value;
}

/** Shows the panel under this host name as the partner's own, which the partner's origins may then frame. */
export async function addHost(deps: PartnerDeps, partnerId: number, text: string): Promise<string> {
  await requirePartner(deps, partnerId);
  const host = parseHost(text);
  await deps.db.asSystem(async (tx) => {
    await insertHost(tx, partnerId, host);
    const owner = await findPartnerIdOfHost(tx, host);
    if (owner !== partnerId) throw new PartnerChangeRefused('HOST_TAKEN', `${host} is the host of partner ${owner}.`);
    const attrs = { host };
    await writePartnerAudit(tx, deps.clock, { partnerId, actor: 'cli', action: 'partner-host.added', attrs });
  });
  return host;
}

/** A host name as it is stored. */
function parseHost(text: string): string {
  const host = parseDomainName(text);
  if (host.ok) return host.value;
  throw new PartnerChangeRefused(host.code, 'A host must be a name like mail.shop.example.');
}

/** Lets one of the partner's own installations name itself in links instead of the partner. */
export async function addServer(deps: PartnerDeps, partnerId: number, text: string): Promise<string> {
  await requirePartner(deps, partnerId);
  const server = parseServerId(text);
  if (!server.ok)
    throw new PartnerChangeRefused(
      server.code,
      'A server id has 1 to 100 letters, digits, dots, colons, hyphens and underscores, such as cpanel-7.shop.example.',
    );
  await deps.db.asSystem(async (tx) => {
    await insertServer(tx, partnerId, server.value);
    const owner = await findPartnerIdOfServer(tx, server.value);
    if (owner !== partnerId)
      throw new PartnerChangeRefused('SERVER_TAKEN', `${server.value} is a server of partner ${owner}.`);
    const attrs = { serverId: server.value };
    await writePartnerAudit(tx, deps.clock, { partnerId, actor: 'cli', action: 'partner-server.added', attrs });
  });
  return server.value;
}

/** Refuses links that name this server, from now on. */
export async function removeServer(deps: PartnerDeps, partnerId: number, serverId: string): Promise<void> {
  await deps.db.asSystem(async (tx) => {
    if (!(await deleteServer(tx, partnerId, serverId)))
      throw new PartnerChangeRefused('NOT_FOUND', `Partner ${partnerId} has no server ${serverId}.`);
    const attrs = { serverId };
    await writePartnerAudit(tx, deps.clock, { partnerId, actor: 'cli', action: 'partner-server.removed', attrs });
  });
}

/** Makes a change and its audit row with the partner locked, so that concurrent changes build on each other. */
async function change<Values extends Partial<PartnerRow>>(
  deps: PartnerDeps,
  partnerId: number,
  decide: (partner: PartnerRow, tx: Queryable) => Promise<{ values: Values; attrs: Record<string, unknown> }>,
): Promise<Values> {
  return deps.db.asSystem(async (tx) => {
    const partner = await lockPartner(tx, partnerId);
    if (partner === null) throw noPartner(partnerId);
    const { values, attrs } = await decide(partner, tx);
    await updatePartner(tx, partnerId, values);
    await writePartnerAudit(tx, deps.clock, { partnerId, actor: 'cli', action: 'partner.changed', attrs });
    return values;
  });
}
