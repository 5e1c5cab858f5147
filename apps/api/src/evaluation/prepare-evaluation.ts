import { readFileSync } from 'node:fs';
import { DEFAULT_BLOCKED_COUNTRIES } from '@postern/domain/purchase';
import { SEED_THEMES } from '@postern/domain/themes';
import { eq } from 'drizzle-orm';
import { setting } from '../db/tables.ts';
import { setSeller } from '../features/invoices/public.ts';
import { createPartner, insertHost, setFlag, updatePartner } from '../features/partners/public.ts';
import { importCatalogue } from '../features/plans/public.ts';
import { blockedCountry } from '../features/purchase/tables.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import type { EvaluationDeps } from './evaluation-deps.ts';
import { PARTNER_SHOP } from './partner-shop-pages.ts';
import { writeSampleCustomer } from './write-sample-customer.ts';

const MARK = 'evaluation-data';

const urls = {
  termsOfUse: 'https://harbour-mail.example/terms',
  privacyPolicy: 'https://harbour-mail.example/privacy',
  countryNotSupportedGuide: 'https://harbour-mail.example/countries',
};

const SAMPLE_SELLER = {
  partnerId: 0,
  series: 'HM',
  details: {
    ...{ name: 'Harbour Mail Ltd', address: '3 Custom House Quay', city: 'Dublin', zipCode: 'D01 KF84', country: 'IE' },
    ...{ vatId: 'IE6388047V', register: 'Company no. 551203', email: 'billing@harbour-mail.example' },
    footer: 'Directors: M. Doyle, S. Byrne',
  },
};

/** Fills an empty database with sample partners, plans and a customer. Never touches one that has data. */
export async function prepareEvaluation(deps: EvaluationDeps): Promise<{ isNew: boolean }> {
  const [mark] = await deps.db.global.select().from(setting).where(eq(setting.name, MARK));
  if (mark !== undefined) return { isNew: false };
  await importCatalogue(deps, readFileSync(LOCATIONS.planCatalogue, 'utf8'));
  await deps.db.asSystem(async (tx) => {
    await tx
      .insert(blockedCountry)
      .values(DEFAULT_BLOCKED_COUNTRIES.map(({ code, reason }) => ({ country: code, reason })))
      .onConflictDoNothing();
  });
  const actor = 'evaluation';
  await createPartner(deps, {
    partnerId: 54,
    name: 'Harbour Mail',
    brand: 'general',
    supportEmail: 'support@harbour-mail.example',
    urls,
    actor,
  });
  await setSeller(deps, SAMPLE_SELLER);
  await createPartner(deps, {
    partnerId: 61,
    name: 'Sprout',
    brand: 'neo',
    supportEmail: 'help@sprout.example',
    urls: { termsOfUse: 'https://sprout.example/terms', privacyPolicy: 'https://sprout.example/privacy' },
    actor,
  });
  await createPartner(deps, {
    partnerId: 72,
    name: 'Northline Hosting',
    brand: 'general',
    supportEmail: 'care@northline.example',
    urls: { termsOfUse: 'https://northline.example/terms', privacyPolicy: 'https://northline.example/privacy' },
    actor,
  });
  await createPartner(deps, {
    partnerId: 116,
    name: 'Atlas Domains',
    brand: 'general',
    supportEmail: 'support@atlas-domains.example',
    urls: { termsOfUse: 'https://atlas-domains.example/terms', privacyPolicy: 'https://atlas-domains.example/privacy' },
    actor,
  });
  await setFlag(deps, 72, 'forgoPayments', true);
  await setFlag(deps, 116, 'hideBillingPageOnPaymentViaPartner', true);
  await deps.db.asSystem(async (tx) => {
    await updatePartner(tx, 116, { paymentUrl: PARTNER_SHOP });
    await updatePartner(tx, 72, { theme: SEED_THEMES.northline, themeId: 'northline' });
    await insertHost(tx, 61, 'neo.localhost');
    await insertHost(tx, 72, 'northline.localhost');
  });
  await writeSampleCustomer(deps);
  await deps.db.global.insert(setting).values({ name: MARK, value: true }).onConflictDoNothing();
  return { isNew: true };
}
