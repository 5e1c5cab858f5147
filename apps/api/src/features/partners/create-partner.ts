import { randomBytes } from 'node:crypto';
import type { Brand, PartnerFlags, PartnerUrls } from '@postern/domain/partners';
import { SEED_THEMES } from '@postern/domain/themes';
import { writePartnerAudit } from '../../db/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { insertPartner, insertPartnerKey } from './partner-repository.ts';

export type PartnerDeps = { db: Database; clock: Clock; sealer: Sealer };
export type NewPartner = {
  partnerId: number;
  name: string;
  brand: Brand;
  supportEmail?: string;
  urls?: Partial<PartnerUrls>;
  actor: string;
};

const NO_FLAGS: PartnerFlags = {
  forgoPayments: false,
  hideBillingPageOnPaymentViaPartner: false,
  hideIFrameHelpButton: false,
  enableDNSVerification: false,
  rebrandedToNeo: false,
};
export const NO_URLS: PartnerUrls = {
  webmail: null,
  adminGuide: null,
  termsOfUse: null,
  privacyPolicy: null,
  dnsRecordSetupUrl: null,
  ofacSanctionGuide: null,
  countryNotSupportedGuide: null,
  signUp: null,
  iosApp: null,
  androidApp: null,
  desktopApp: null,
  createMailbox: null,
};
/** The currency that customers pay in, by country. Plans have prices in all of these. */
const CURRENCIES: Record<string, string> = {
  '*': 'USD',
  ...Object.fromEntries(
    [
      'AT',
      'BE',
      'CY',
      'DE',
      'EE',
      'ES',
      'FI',
      'FR',
      'GR',
      'HR',
      'IE',
      'IT',
      'LT',
      'LU',
      'LV',
      'MT',
      'NL',
      'PT',
      'SI',
      'SK',
    ].map((country) => [country, 'EUR']),
  ),
  GB: 'GBP',
  IN: 'INR',
  BR: 'BRL',
  PE: 'PEN',
  ZA: 'ZAR',
};

/** Makes a partner with a first signing key; null if the number is taken. The secret is returned once, and stored sealed. */
export async function createPartner(
  deps: PartnerDeps,
  wish: NewPartner,
): Promise<{ partnerId: number; keyId: string; secret: string } | null> {
  return deps.db.asSystem(async (tx) => {
    const [made] = await insertPartner(tx, {
      partnerId: wish.partnerId,
      companyName: wish.name,
      brand: wish.brand,
      productName: wish.name,
      state: 'active',
      supportEmail: wish.supportEmail ?? `support@partner-${wish.partnerId}.example`,
      themeId: 'defaultTheme',
      theme: SEED_THEMES[wish.brand],
      logoUrl: null,
      logoDarkUrl: null,
      urls: { ...NO_URLS, ...wish.urls },
      flags: NO_FLAGS,
      paymentEnabled: true,
      countryCurrencies: CURRENCIES,
      createdAt: deps.clock.now(),
    });
    if (made === undefined) return null;
    await writePartnerAudit(tx, deps.clock, {
      partnerId: wish.partnerId,
      actor: wish.actor,
      action: 'partner.created',
      attrs: { name: wish.name, brand: wish.brand },
    });
    return { partnerId: wish.partnerId, ...(await addSharedKey(tx, deps, wish.partnerId)) };
  });
}

/** A key for HS256: 256 random bits. Several may be active at once, so that a partner can switch keys. */
export async function addSharedKey(
  tx: Queryable,
  deps: PartnerDeps,
  partnerId: number,
): Promise<{ keyId: string; secret: string }> {
  const keyId = `k_${randomBytes(6).toString('hex')}`;
  const secret = randomBytes(32).toString('base64url');
  const sealedSecret = deps.sealer.seal(secret, `partner-key/${partnerId}/${keyId}`);
  await insertPartnerKey(tx, {
    partnerId,
    keyId,
    algorithm: 'HS256',
    sealedSecret,
    publicKeyPem: null,
    createdAt: deps.clock.now(),
  });
  return { keyId, secret };
}
