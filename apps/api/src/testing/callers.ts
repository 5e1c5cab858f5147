import { addAlias } from '@postern/contract/aliases';
import { createForwarder } from '@postern/contract/forwarders';
import type { Role } from '@postern/domain/sign-in';
import type { StaffRoleName } from '@postern/domain/staff';
import { addApiKey } from '../features/partners/api-keys.ts';
import {
  aCustomerWithDomain,
  aMailbox,
  aPurchaseLink,
  aReadyPurchase,
  type LinkOptions,
  type TestCustomer,
} from './builders.ts';
import { aSessionAs } from './session-as.ts';
import { aStaffSession, aVisit } from './staff.ts';
import type { TestApp } from './start-test-app.ts';
import { thingsOfDomain } from './try-foreign-ids.ts';

/** A caller: the credentials they hold, and whose domain the call names. */
export type Caller = {
  /** The column's heading. */
  head: string;
  /** What the reader of the table is told about them. */
  who: string;
  /** Whether they must leave every row of the domain as it is. */
  isStranger?: true;
  /** Whether a call that succeeds works on a domain of their own. */
  isElsewhere?: true;
  /** The bundle that the call names; by default the session's own. */
  bundleId?: string;
  /** The credentials they hold. Fetched again after a call that ended them. */
  token: () => Promise<string | undefined>;
};

/** A domain with one thing of each kind, named as in the recorded examples, and the ids of those things by the field that takes them. */
export async function aNamedDomain(app: TestApp): Promise<{ customer: TestCustomer; ids: Record<string, string> }> {
  const customer = await aCustomerWithDomain(app, { domain: 'harbour.test', accounts: 20 });
  // The first mailbox of a domain is an admin's.
  await aMailbox(app, customer, 'carl');
  const anna = await aMailbox(app, customer, 'anna');
  const bert = await aMailbox(app, customer, 'bert');
  const dora = await aMailbox(app, customer, 'dora');
  const { token } = customer;
  const { senderId } = await app.must(addAlias, { alias: 'hello', email: anna.email, displayName: 'H' }, { token });
  await app.must(createForwarder, { email: 'team@harbour.test', recipients: [anna.email, bert.email] }, { token });
  const { linkToken: _, ...things } = await thingsOfDomain(app, customer);
  const ids = {
    ...things,
    senderId,
    accountId: anna.id,
    oldAccountId: dora.id,
    bundleId: customer.bundleId,
    orderId: customer.order.orderId,
    newDomain: customer.domain,
  };
  return { customer, ids };
}

/** All callers. Strangers come first, while everything they try to reach still exists; those who may change the domain come last. */
export async function everyCaller(app: TestApp, customer: TestCustomer, accountId: string): Promise<Caller[]> {
  const anotherDomain: LinkOptions = { domain: 'pier.test', email: customer.email };
  const sibling = await aCustomerWithDomain(app, anotherDomain);
  const other = await aCustomerWithDomain(app, { domain: 'cove.test', partner: app.otherPartner });
  const bert = await mailboxOf(app, customer, 'bert2');
  const carl = await mailboxOf(app, customer, 'carl2', true);
  const ofSibling = await mailboxOf(app, sibling, 'admin', true);
  const key = async (partnerId: number) => (await addApiKey(app.deps, partnerId)).apiKey;
  const [ownKey, otherKey] = [await key(app.partner.partnerId), await key(app.otherPartner.partnerId)];
  const { token: purchaseToken } = await aReadyPurchase(app, await aPurchaseLink(app));
  const as = (of: TestCustomer, role: Role, email: string, mailboxId?: string) => () =>
    aSessionAs(app, of, { role, email, ...(mailboxId && { mailboxId }) });
  const staff = async (role: StaffRoleName) => {
    // Many people sign in from this one address.
    app.clock.advance({ minutes: 15 });
    return (await aStaffSession(app, { role })).token;
  };
  const visit = (role: StaffRoleName) => async () => (await aVisit(app, { token: await staff(role) }, customer)).token;
  const { bundleId } = customer;
  return [
    { head: 'nobody', who: 'signed out', isStranger: true, token: () => Promise.resolve(undefined) },
    {
      head: 'other owner',
      who: 'the owner of another partner’s customer, who names this domain',
      ...{ isStranger: true, bundleId, token: as(other, 'domainAdmin', other.email) },
    },
    {
      head: 'other owner, ids',
      who: 'the same, in their own domain, with the ids and addresses of this one',
      ...{ isStranger: true, isElsewhere: true, token: as(other, 'domainAdmin', other.email) },
    },
    {
      head: 'other domain’s admin',
      who: 'an admin’s mailbox of the same customer’s other domain, who names this domain',
      ...{ isStranger: true, bundleId, token: as(sibling, 'domainAdmin', ofSibling.email, ofSibling.id) },
    },
    { head: 'buyer', who: 'somebody with the token of another purchase', token: () => Promise.resolve(purchaseToken) },
    {
      head: 'other partner',
      who: 'another partner’s server, by its API key',
      ...{ isStranger: true, isElsewhere: true, token: () => Promise.resolve(otherKey) },
    },
    {
      head: 'partner',
      who: 'the server of the customer’s partner, by its API key',
      token: () => Promise.resolve(ownKey),
    },
    { head: 'no visit', who: 'the partner’s support, outside a visit', token: () => staff('partnerSupport') },
    { head: 'Bert', who: 'a mailbox’s user', token: as(customer, 'accountAdmin', bert.email, bert.id) },
    {
      head: 'Anna',
      who: 'the user of the mailbox that the calls name where they name one',
      token: as(customer, 'accountAdmin', `anna@${customer.domain}`, accountId),
    },
    { head: 'partner’s visit', who: 'the partner’s support, in a visit', token: visit('partnerSupport') },
    { head: 'provider’s visit', who: 'the provider’s support, in a visit', token: visit('productSupport') },
    { head: 'staff’s visit', who: 'the provider’s staff, in a visit', token: visit('product') },
    { head: 'admin', who: 'an admin’s mailbox of the domain', token: as(customer, 'domainAdmin', carl.email, carl.id) },
    { head: 'owner', who: 'the customer’s own login', token: as(customer, 'domainAdmin', customer.email) },
  ];
}

const mailboxOf = (app: TestApp, customer: TestCustomer, name: string, isAdmin = false) =>
  aMailbox(app, customer, name, { isAdmin });
