import type * as addOns from '@postern/contract/add-ons';
import type * as aliases from '@postern/contract/aliases';
import type * as appPasswords from '@postern/contract/app-passwords';
import type * as billing from '@postern/contract/billing';
import type * as billingDetails from '@postern/contract/billing-details';
import type * as bulk from '@postern/contract/bulk';
import type * as catchAll from '@postern/contract/catch-all';
import type * as clientSetup from '@postern/contract/client-setup';
import type * as customerData from '@postern/contract/customer-data';
import type * as dkim from '@postern/contract/dkim';
import type * as dns from '@postern/contract/dns';
import type * as domainChange from '@postern/contract/domain-change';
import type * as domainConnect from '@postern/contract/domain-connect';
import type * as domainConnection from '@postern/contract/domain-connection';
import type * as domainInstructions from '@postern/contract/domain-instructions';
import type * as domainPlan from '@postern/contract/domain-plan';
import type * as events from '@postern/contract/events';
import type * as firstSteps from '@postern/contract/first-steps';
import type * as formerAddress from '@postern/contract/former-address';
import type * as forwarders from '@postern/contract/forwarders';
import type * as invoices from '@postern/contract/invoices';
import type * as language from '@postern/contract/language';
import type * as mailImport from '@postern/contract/mail-import';
import type * as mailImportSignIn from '@postern/contract/mail-import-sign-in';
import type * as mailboxAdministration from '@postern/contract/mailbox-administration';
import type * as mailboxes from '@postern/contract/mailboxes';
import type { Operation, OutputOf, ParsedInputOf } from '@postern/contract/operation';
import type * as partnerLogin from '@postern/contract/partner-login';
import type * as partners from '@postern/contract/partners';
import type * as passwords from '@postern/contract/passwords';
import type * as payment from '@postern/contract/payment';
import type * as plans from '@postern/contract/plans';
import type * as purchase from '@postern/contract/purchase';
import type * as referral from '@postern/contract/referral';
import type * as session from '@postern/contract/session';
import type * as signIn from '@postern/contract/sign-in';
import type * as activity from '@postern/contract/activity';
import type * as signInHistory from '@postern/contract/sign-in-history';
import type * as spamFilter from '@postern/contract/spam-filter';
import type * as staff from '@postern/contract/staff';
import type * as subscriptions from '@postern/contract/subscriptions';
import type * as supportVisits from '@postern/contract/support-visits';
import type * as twoFactor from '@postern/contract/two-factor';

type Exports = typeof addOns &
  typeof aliases &
  typeof appPasswords &
  typeof billing &
  typeof billingDetails &
  typeof bulk &
  typeof catchAll &
  typeof clientSetup &
  typeof customerData &
  typeof dkim &
  typeof dns &
  typeof domainChange &
  typeof domainConnect &
  typeof domainConnection &
  typeof domainPlan &
  typeof domainInstructions &
  typeof events &
  typeof firstSteps &
  typeof formerAddress &
  typeof forwarders &
  typeof invoices &
  typeof mailImport &
  typeof mailImportSignIn &
  typeof mailboxAdministration &
  typeof mailboxes &
  typeof partnerLogin &
  typeof partners &
  typeof payment &
  typeof plans &
  typeof purchase &
  typeof referral &
  typeof session &
  typeof language &
  typeof signIn &
  typeof passwords &
  typeof signInHistory &
  typeof activity &
  typeof spamFilter &
  typeof staff &
  typeof supportVisits &
  typeof subscriptions &
  typeof twoFactor;

/** The operations by name; an export's name is its operation's id. */
type Operations = {
  [Name in keyof Exports as Exports[Name] extends { path: string; access: string } ? Name : never]: Exports[Name];
};

export type OperationId = keyof Operations;
type Of<Id extends OperationId> = Operations[Id] extends Operation ? Operations[Id] : never;

export type Answer<Id extends OperationId> = OutputOf<Of<Id>>;
/** A handler takes the parsed input and returns the answer, or throws a `refusal`. */
type Handler<Id extends OperationId> = (
  input: ParsedInputOf<Of<Id>>,
  request: Request,
) => Answer<Id> | Promise<Answer<Id>>;
export type Handlers = { [Id in OperationId]?: Handler<Id> };
