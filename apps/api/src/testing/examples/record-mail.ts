import { assignAddOn, readTrialConfig, updateAddOnConfig } from '@postern/contract/add-ons';
import { addAlias, listAliases, removeAliases, updateAlias } from '@postern/contract/aliases';
import { calculateCharge, processPayment, startPayment } from '@postern/contract/billing';
import { previewBulk, readBulk, retryBulk, startBulk } from '@postern/contract/bulk';
import { readCatchAll, removeCatchAll, setCatchAll } from '@postern/contract/catch-all';
import { readMailServers } from '@postern/contract/client-setup';
import { noteFirstStep, readFirstSteps } from '@postern/contract/first-steps';
import {
  addForwarderRecipients,
  createForwarder,
  deleteForwarder,
  listForwarders,
  removeForwarderRecipients,
} from '@postern/contract/forwarders';
import {
  checkEmailAvailability,
  deleteMailbox,
  listSuspensions,
  replaceMailbox,
  resetMailboxPassword,
  sendLoginDetails,
  suspendMailbox,
  unsuspendMailbox,
  updateUser,
} from '@postern/contract/mailbox-administration';
import { listMailboxes } from '@postern/contract/mailboxes';
import { readSpamFilter, setSpamFilter } from '@postern/contract/spam-filter';
import { aMailbox, PASSWORD } from '../builders.ts';
import { finishedJob } from '../run-bulk-job.ts';
import { confirmAgain } from '../session-as.ts';
import type { TestApp } from '../start-test-app.ts';
import type { Bought } from './record-purchase.ts';
import type { Recording } from './recorder.ts';

const domain = 'harbour.test';
const [anna, bert, dora] = [`anna@${domain}`, `bert@${domain}`, `dora@${domain}`];

/** What an admin does with mailboxes, aliases and forwarders. Needs Anna's mailbox. */
export async function recordMail(app: TestApp, call: Recording, bought: Bought): Promise<void> {
  const as = { token: bought.token };
  await confirmAgain(app, bought.token);
  await recordMailboxes(app, call, bought);
  await recordAddOns(app, call, bought);
  const { senderId } = await call(addAlias, { alias: `hello@${domain}`, email: anna, displayName: 'Harbour' }, as);
  await call(updateAlias, { senderId, displayName: 'Harbour Shop' }, as);
  await call(listAliases, { email: anna }, as);
  await call(removeAliases, { aliases: [`hello@${domain}`], email: anna }, as);
  const team = `team@${domain}`;
  await call(createForwarder, { email: team, recipients: [anna] }, as);
  await call(addForwarderRecipients, { email: team, recipients: [bert] }, as);
  await call(listForwarders, {}, as);
  await call(removeForwarderRecipients, { email: team, recipients: [bert] }, as);
  await call(deleteForwarder, { email: team }, as);
  await call(setCatchAll, { email: anna }, as);
  await call(readCatchAll, {}, as);
  await call(removeCatchAll, {}, as);
  await call(setSpamFilter, { level: 'basic' }, as);
  await call(readSpamFilter, {}, as);
  await call(readMailServers, {}, as);
  await call(readFirstSteps, {}, as);
  await call(noteFirstStep, { step: 'phone' }, as);
  await recordBulk(app, call, as);
}

/** Buys an add-on on trial. The purchase isn't recorded, because the purchase of mailboxes already gives the example. */
async function recordAddOns(app: TestApp, call: Recording, { token }: Bought): Promise<void> {
  const as = { token };
  await call(readTrialConfig, { product: 'max_addon' }, as);
  const { quoteId } = await app.must(
    calculateCharge,
    { orderItems: [{ action: 'buyAddon', addonId: 'max_addon', attachTo: [anna] }] },
    as,
  );
  const { trackingId } = await app.must(startPayment, { quoteId }, as);
  const { currentPlan } = await app.must(processPayment, { trackingId }, as);
  const addonId = currentPlan.addons?.[0]?.id ?? '';
  await call(assignAddOn, { addonId, fromEmail: anna, toEmail: bert }, as);
  await call(updateAddOnConfig, { addonId, renewOnExpiry: false }, as);
}

async function recordMailboxes(app: TestApp, call: Recording, { token, orderId, bundleId }: Bought): Promise<void> {
  const as = { token };
  const { id } = await aMailbox(app, { domain, token }, 'bert', { alternateEmail: 'bert@home.test' });
  const { id: oldAccountId } = await aMailbox(app, { domain, token }, 'carl');
  await call(listMailboxes, { limit: 2 }, as);
  await call(checkEmailAvailability, { emails: [anna, dora], domainName: domain }, as);
  await call(suspendMailbox, { email: bert, suspensionType: 'On leave' }, as);
  await call(listSuspensions, { accountId: id }, as);
  await call(unsuspendMailbox, { email: bert, suspensionType: 'On leave' }, as);
  await call(updateUser, { accountId: id, accountConfig: { isAdmin: true } }, as);
  await call(resetMailboxPassword, { email: bert, recipient: 'bert@home.test' }, as);
  await call(sendLoginDetails, { email: bert, recipient: 'bert@home.test' }, as);
  await call(replaceMailbox, { orderId, bundleId, oldAccountId, email: dora, password: PASSWORD }, as);
  await call(deleteMailbox, { email: dora }, as);
}

async function recordBulk(app: TestApp, call: Recording, as: { token: string }): Promise<void> {
  const rows = [{ email: `emil@${domain}`, displayName: 'Emil Sund' }, { email: anna }];
  const { previewId } = await call(previewBulk, { kind: 'createMailboxes', rows }, as);
  const { jobId } = await call(startBulk, { previewId }, as);
  await finishedJob(app, as.token, jobId);
  await call(readBulk, { jobId }, as);
  await call(retryBulk, { jobId }, as);
}
