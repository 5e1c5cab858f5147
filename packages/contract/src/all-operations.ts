import * as activity from './activity.ts';
import * as addOns from './add-ons.ts';
import * as aliases from './aliases.ts';
import * as appPasswords from './app-passwords.ts';
import * as billing from './billing.ts';
import * as billingDetails from './billing-details.ts';
import * as bulk from './bulk.ts';
import * as catchAll from './catch-all.ts';
import * as clientSetup from './client-setup.ts';
import * as customerData from './customer-data.ts';
import * as dkim from './dkim.ts';
import * as dns from './dns.ts';
import * as domainChange from './domain-change.ts';
import * as domainConnect from './domain-connect.ts';
import * as domainConnection from './domain-connection.ts';
import * as domainInstructions from './domain-instructions.ts';
import * as domainPlan from './domain-plan.ts';
import * as entri from './entri.ts';
import * as events from './events.ts';
import * as firstSteps from './first-steps.ts';
import * as formerAddress from './former-address.ts';
import * as forwarders from './forwarders.ts';
import * as invoices from './invoices.ts';
import * as language from './language.ts';
import * as mailImport from './mail-import.ts';
import * as mailImportSignIn from './mail-import-sign-in.ts';
import * as mailboxAdministration from './mailbox-administration.ts';
import * as mailboxes from './mailboxes.ts';
import type { Operation } from './operation.ts';
import * as partnerBilling from './partner-billing.ts';
import * as partnerLogin from './partner-login.ts';
import * as partners from './partners.ts';
import * as passwords from './passwords.ts';
import * as payment from './payment.ts';
import * as plans from './plans.ts';
import * as purchase from './purchase.ts';
import * as session from './session.ts';
import * as referral from './referral.ts';
import * as signIn from './sign-in.ts';
import * as signInHistory from './sign-in-history.ts';
import * as spamFilter from './spam-filter.ts';
import * as staff from './staff.ts';
import * as subscriptions from './subscriptions.ts';
import * as supportVisits from './support-visits.ts';
import * as twoFactor from './two-factor.ts';

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'output' in value;

/** Every operation of the contract: what the server must mount and the OpenAPI document prints. */
export const ALL_OPERATIONS: readonly Operation[] = [
  signIn,
  passwords,
  session,
  language,
  partnerBilling,
  partnerLogin,
  partners,
  plans,
  purchase,
  payment,
  subscriptions,
  billing,
  billingDetails,
  addOns,
  invoices,
  mailboxes,
  mailboxAdministration,
  bulk,
  aliases,
  formerAddress,
  forwarders,
  catchAll,
  spamFilter,
  mailImport,
  mailImportSignIn,
  domainConnection,
  domainInstructions,
  domainPlan,
  domainChange,
  domainConnect,
  entri,
  dns,
  dkim,
  twoFactor,
  appPasswords,
  signInHistory,
  activity,
  customerData,
  staff,
  supportVisits,
  clientSetup,
  firstSteps,
  referral,
  events,
].flatMap((feature) => Object.values(feature).filter(isOperation));
