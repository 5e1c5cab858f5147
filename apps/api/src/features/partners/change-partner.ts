import { randomBytes } from 'node:crypto';
import { parseOrigin, type PartnerFlagName } from '@postern/domain/partners';
import { checkThemeContrast, parseTheme, type Theme } from '@postern/domain/themes';
import { importSPKI } from 'jose';
import { writePartnerAudit } from '../../db/audit.ts';
import { addSharedKey, type PartnerDeps } from './create-partner.ts';
import { findPartner, insertOrigin, insertPartnerKey, markKeyRevoked, updatePartner } from './partner-repository.ts';

/** A change was refused; the message says why, for the operator. */
export class PartnerChangeRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'PartnerChangeRefused';
    this.code = code;
  }
}

async function requirePartner(deps: PartnerDeps, partnerId: number) {
  const partner = await findPartner(deps.db.global, partnerId);
  if (partner === null) throw new PartnerChangeRefused('NOT_FOUND', `There is no partner ${partnerId}.`);
  return partner;
}

/** Adds a signing key beside those there are: a shared secret, or the partner's own public key. */
export async function addKey(
  deps: PartnerDeps,
  partnerId: number,
  publicKey: { pem: string; algorithm: 'RS256' | 'ES256' } | null,
): Promise<{ keyId: string; secret?: string }> {
  await requirePartner(deps, partnerId);
  if (publicKey !== null)
    await importSPKI(publicKey.pem, publicKey.algorithm).catch(() => refuseKey(publicKey.algorithm));
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

/** Ends a key; the partner's other keys go on. */
export async function revokeKey(deps: PartnerDeps, partnerId: number, keyId: string): Promise<void> {
  await deps.db.asSystem(async (tx) => {
    if (!(await markKeyRevoked(tx, partnerId, keyId, deps.clock.now()))) {
      throw new PartnerChangeRefused('NOT_FOUND', `Partner ${partnerId} has no live key ${keyId}.`);
    }
    await writePartnerAudit(tx, deps.clock, {
      partnerId,
      actor: 'cli',
      action: 'partner-key.revoked',
      attrs: { keyId },
    });
  });
}

function refuseKey(algorithm: string): never {
  throw new PartnerChangeRefused(
    'BAD_KEY',
    `The file is not a public key in PEM for ${algorithm} (-----BEGIN PUBLIC KEY-----).`,
  );
}

export async function setFlag(
  deps: PartnerDeps,
  partnerId: number,
  flag: PartnerFlagName,
  value: boolean,
): Promise<void> {
  const partner = await requirePartner(deps, partnerId);
  await change(deps, partnerId, { flags: { ...partner.flags, [flag]: value } }, { flag, value });
}

/** Sets the theme's six values; what is derived from them must be readable in light and dark. */
export async function setTheme(deps: PartnerDeps, partnerId: number, values: unknown): Promise<Theme> {
  const partner = await requirePartner(deps, partnerId);
  const theme = parseTheme({ ...partner.theme, ...(typeof values === 'object' ? values : {}) });
  if (!theme.ok)
    throw new PartnerChangeRefused(theme.code, `The theme's ${theme.attrs.field} is missing or out of range.`);
  const [failure] = checkThemeContrast(theme.value);
  if (failure !== undefined)
    throw new PartnerChangeRefused('THEME_CONTRAST', `With this theme ${JSON.stringify(failure)} can't be read.`);
  await change(deps, partnerId, { theme: theme.value, themeId: `partner-${partnerId}` }, { theme: theme.value });
  return theme.value;
}

/** Lets a page of this origin frame the panel. */
export async function addOrigin(deps: PartnerDeps, partnerId: number, text: string): Promise<string> {
  await requirePartner(deps, partnerId);
  const origin = parseOrigin(text);
  if (!origin.ok)
    throw new PartnerChangeRefused(origin.code, 'An origin looks like https://shop.example, without a path.');
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

async function change(
  deps: PartnerDeps,
  partnerId: number,
  values: Parameters<typeof updatePartner>[2],
  attrs: Record<string, unknown>,
): Promise<void> {
  await deps.db.asSystem(async (tx) => {
    await updatePartner(tx, partnerId, values);
    await writePartnerAudit(tx, deps.clock, { partnerId, actor: 'cli', action: 'partner.changed', attrs });
  });
}
