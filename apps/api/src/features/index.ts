import type { Feature } from '../feature/feature.ts';
import type { Services } from '../feature/services.ts';
import type { ServeDeps } from '../http/serve.ts';
import { activity } from './activity/feature.ts';
import { addOns } from './add-ons/feature.ts';
import { aliases } from './aliases/feature.ts';
import { appPasswords } from './app-passwords/feature.ts';
import { billing } from './billing/feature.ts';
import { bulk } from './bulk/feature.ts';
import { catchAll } from './catch-all/feature.ts';
import { clientSetup } from './client-setup/feature.ts';
import { customerData } from './customer-data/feature.ts';
import { disputes } from './disputes/feature.ts';
import { dkim } from './dkim/feature.ts';
import { dns } from './dns/feature.ts';
import { domainChange } from './domain-change/feature.ts';
import { domainConnect } from './domain-connect/feature.ts';
import { domainConnection } from './domain-connection/feature.ts';
import { domainInstructions } from './domain-instructions/feature.ts';
import { domainReleases } from './domain-release/feature.ts';
import { domainPlan } from './domain-plan/feature.ts';
import { entri } from './entri/feature.ts';
import { events } from './events/feature.ts';
import { firstSteps } from './first-steps/feature.ts';
import { forwarders } from './forwarders/feature.ts';
import { invoices } from './invoices/feature.ts';
import { live } from './live/feature.ts';
import { mailImportFeature } from './mail-import/feature.ts';
import { findImportActor } from './mail-import/public.ts';
import { mailPlacesFeature } from './mail-places/feature.ts';
import { mailSessions } from './mail-sessions/feature.ts';
import { mailboxes } from './mailboxes/feature.ts';
import { notifications } from './notifications/feature.ts';
import { partnerStatements } from './partner-statements/feature.ts';
import { partnerLogin } from './partner-login/feature.ts';
import { partners } from './partners/feature.ts';
import { findPartnerActor } from './partners/public.ts';
import { payment } from './payment/feature.ts';
import { plans } from './plans/feature.ts';
import { purchases } from './purchase/feature.ts';
import { findPurchaseActor } from './purchase/public.ts';
import { sanctions } from './sanctions/feature.ts';
import { sending } from './sending/feature.ts';
import { sessions } from './session/feature.ts';
import { assertConfirmed, findSession } from './session/public.ts';
import { referral } from './referral/feature.ts';
import { signIn } from './sign-in/feature.ts';
import { signInHistory } from './sign-in-history/feature.ts';
import { spamFilter } from './spam-filter/feature.ts';
import { staffFeature } from './staff/feature.ts';
import { findStaffActor } from './staff/public.ts';
import { subscriptions } from './subscriptions/feature.ts';
import { supportVisits } from './support-visits/feature.ts';
import { noteLook } from './support-visits/public.ts';
import { twoFactor } from './two-factor/feature.ts';
import { taxEvidenceFeature } from './tax-evidence/feature.ts';
import { vatNumbers } from './vat-numbers/feature.ts';
import { webhooks } from './webhooks/feature.ts';

const WITH_MAILS: readonly Feature[] = [
  ...[signIn, signInHistory, activity, sessions, twoFactor, appPasswords, customerData],
  ...[partners, partnerLogin, plans, purchases, payment, sanctions, subscriptions, billing, addOns, invoices],
  ...[disputes, vatNumbers, taxEvidenceFeature],
  ...[mailboxes, mailSessions, bulk, aliases, forwarders, catchAll, spamFilter, sending],
  ...[domainConnection, domainPlan, domainInstructions, domainChange, domainConnect, domainReleases, entri, dns, dkim],
  ...[staffFeature, supportVisits, partnerStatements],
  ...[clientSetup, firstSteps, referral, events, webhooks, live, mailPlacesFeature, mailImportFeature],
];

/** The features of the server. main.ts, app.ts, the command line and the tests' app read this list; nothing else names a feature. */
export const FEATURES: readonly Feature[] = [
  ...WITH_MAILS,
  notifications(WITH_MAILS.flatMap(({ mails = [] }) => mails)),
];

/** Finds who makes a call, by its token. */
export const findActors = (services: Services): Omit<ServeDeps, 'idempotency' | 'isSecure'> => ({
  findSession: (token, bundleId) => findSession(services, token, bundleId),
  assertConfirmed: (actor) => assertConfirmed(services, actor),
  findPurchase: (token) => findPurchaseActor(services, token),
  findPartnerActor: (apiKey) => findPartnerActor(services, apiKey),
  findStaffActor: (token, operation) => findStaffActor(services, token, operation),
  noteLook: (actor, place) => noteLook(services, actor, place),
  findImportActor: (token) => findImportActor(services, token),
});

export { checkBooks, checkRefunds, findLastRun, listOwedRefunds } from './billing/public.ts';
export { checkDisputes, listOpenDisputes } from './disputes/public.ts';
export { checkFailedEvents, countFailedEvents } from './payment/public.ts';
export { samplePublishedZones } from './dns/public.ts';
// What a process needs from features before the first request.
export { domainConnectService } from './domain-connect/public.ts';
export { checkSeller } from './invoices/public.ts';
export { mailDirectory, mailFilterDirectory } from './mail-directory/public.ts';
export { runImports, SIGN_IN_PATH } from './mail-import/public.ts';
export { mailPlaces } from './mail-places/public.ts';
export { createLogoReader, findFont, findFontFile, listOrigins, readPartnerInfo } from './partners/public.ts';
export { readCountryFile } from './sanctions/public.ts';
export { checkWebhooks, readEndpointStates } from './webhooks/public.ts';
