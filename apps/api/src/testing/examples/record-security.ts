import { listActivity } from '@postern/contract/activity';
import { createAppPassword, deleteAppPassword, listAppPasswords } from '@postern/contract/app-passwords';
import {
  askForErasure,
  cancelErasure,
  cancelErasureOfLink,
  exportCustomerData,
  readErasure,
  readErasureOfLink,
} from '@postern/contract/customer-data';
import { readFormerAddress, restoreFormerAddress } from '@postern/contract/former-address';
import { updateMailbox } from '@postern/contract/mailbox-administration';
import { createMailbox, readOwnMailbox } from '@postern/contract/mailboxes';
import {
  authenticateByJwt,
  authenticateByToken,
  authenticateByWebmail,
  createLoginToken,
  createProvisionCode,
  exchangeProvisionCode,
} from '@postern/contract/partner-login';
import { signOut } from '@postern/contract/session';
import {
  changePassword,
  confirmPassword,
  forgotPassword,
  readTokenDetails,
  resetPassword,
} from '@postern/contract/passwords';
import { signIn, signInByTotp } from '@postern/contract/sign-in';
import { listSignIns } from '@postern/contract/sign-in-history';
import {
  askDespitePartner,
  disableTotp,
  enableTotp,
  readTotp,
  renewRecoveryCodes,
  startTotp,
} from '@postern/contract/two-factor';
import { pollUntil } from '@postern/testkit/poll-until';
import { eraseCustomers } from '../../features/customer-data/erase-customers.ts';
import { addApiKey } from '../../features/partners/api-keys.ts';
import { setUrls } from '../../features/partners/change-partner.ts';
import { totpCode } from '../../secrets/totp.ts';
import { aCustomerWithDomain, aLoginJwt, PASSWORD } from '../builders.ts';
import { confirmAgain } from '../session-as.ts';
import type { TestApp } from '../start-test-app.ts';
import { aWebmailToken } from '../webmail-token.ts';
import { readBase32 } from './read-base32.ts';
import type { Bought } from './record-purchase.ts';
import type { Recording } from './recorder.ts';
import { generateReferralToken, readReferralReward } from '@postern/contract/referral';
import { celloProgramme } from '@postern/adapter-referral/cello';

const ANNA = { email: 'anna@harbour.test', password: PASSWORD };

/** What the partner's own server calls. */
async function recordPartnerServer(app: TestApp, call: Recording, token: string): Promise<void> {
  const { partnerId } = app.partner;
  const { apiKey } = await addApiKey(app.deps, partnerId);
  const domainName = 'harbour.test';
  const wish = { domainName, email: 'rosa@lind.test', section: 'manage-dns' };
  const made = await call(createLoginToken, wish, { token: apiKey });
  await call(authenticateByToken, { domainName, externalToken: made.token });
  await setUrls(app.deps, partnerId, { signUp: 'https://start.harbour.test/new' });
  const { url } = await call(createProvisionCode, { domain: 'lind.shop' }, { token });
  const code = new URL(url).searchParams.get('code') ?? '';
  await call(exchangeProvisionCode, { code }, { token: apiKey });
}

/** Creates Anna's mailbox and secures its sign-in. */
export async function recordSecurity(app: TestApp, call: Recording, { token }: Bought): Promise<{ annaId: string }> {
  await call(authenticateByJwt, await aLoginJwt(app, { domain: 'harbour.test' }, { customerEmail: 'rosa@lind.test' }));
  await recordPartnerServer(app, call, token);
  app.deps.referral = celloProgramme({
    ...{ productId: 'harbour', secret: 'unused', scriptUrl: 'https://assets.cello.so/app/latest/cello.js' },
    reward: { currency: 'EUR', amount: 100 },
  });
  await call(generateReferralToken, {}, { token });
  await call(readReferralReward, {}, { token });
  await confirmAgain(app, token);
  app.clock.advance({ minutes: 1 });
  await call(exportCustomerData, {}, { token });
  const more = { isAdmin: true, alternateEmail: 'anna@home.test', displayName: 'Anna Berg' };
  const { account } = await call(createMailbox, { ...ANNA, ...more }, { token });
  const webmailToken = await aWebmailToken(app, { email: ANNA.email });
  await call(authenticateByWebmail, { email: ANNA.email, webmailToken });
  app.clock.advance({ minutes: 1 });
  const session = await call(signIn, ANNA);
  const as = { token: session.token };
  await call(confirmPassword, { password: PASSWORD }, as);
  await recordCodes(app, call, as);
  const { appPassword } = await call(createAppPassword, { name: 'Phone' }, as);
  await call(listAppPasswords, {}, as);
  await call(deleteAppPassword, { id: appPassword.id }, as);
  await call(listSignIns, { limit: 2 }, as);
  await call(listActivity, { area: 'data', limit: 1 }, as);
  await call(readOwnMailbox, {}, as);
  await call(changePassword, { password: PASSWORD }, as);
  await call(signOut, {}, as);
  await recordLinks(app, call, token, account.id);
  await recordErasure(app, call);
  return { annaId: account.id };
}

async function recordCodes(app: TestApp, call: Recording, as: { token: string }): Promise<void> {
  const { secret } = await call(startTotp, {}, as);
  const nextCode = () => {
    app.clock.advance({ seconds: 30 });
    return totpCode(readBase32(secret), Math.floor(app.clock.now().getTime() / 30_000));
  };
  await call(enableTotp, { code: nextCode() }, as);
  await call(readTotp, {}, as);
  await call(askDespitePartner, { ask: true }, as);
  const refused = await app.call(signIn, ANNA);
  const challenge = refused.ok ? '' : String(refused.problem.attrs['challenge']);
  await call(signInByTotp, { challenge, code: nextCode() });
  await call(renewRecoveryCodes, { code: nextCode() }, as);
  await call(disableTotp, { code: nextCode() }, as);
}

async function recordLinks(app: TestApp, call: Recording, token: string, accountId: string): Promise<void> {
  await call(forgotPassword, { email: ANNA.email });
  const link = await linkTo(app, 'anna@home.test', 'reset-password');
  await call(readTokenDetails, { token: link });
  await call(resetPassword, { token: link, password: PASSWORD });
  await call(updateMailbox, { accountId, userEmail: 'anna@elsewhere.test' }, { token });
  const undo = await linkTo(app, 'anna@home.test', 'restore-address');
  await call(readFormerAddress, { token: undo });
  await call(restoreFormerAddress, { token: undo });
}

async function recordErasure(app: TestApp, call: Recording): Promise<void> {
  const email = 'leo@cove.test';
  const { token } = await aCustomerWithDomain(app, { domain: 'cove.test', email });
  await call(askForErasure, { confirmation: email }, { token });
  await call(readErasure, {}, { token });
  await call(cancelErasure, {}, { token });
  await call(askForErasure, { confirmation: email }, { token });
  await eraseCustomers(app.deps);
  const link = await linkTo(app, email, 'keep-account');
  await call(readErasureOfLink, { token: link });
  await call(cancelErasureOfLink, { token: link });
}

/** The token of a mailed link. */
async function linkTo(app: TestApp, to: string, path: string): Promise<string> {
  const pattern = new RegExp(`/${path}\\?token=([\\w-]+)`);
  const find = async () =>
    (await app.readMails()).flatMap((mail) => (mail.to === to ? (pattern.exec(mail.text)?.[1] ?? []) : []))[0];
  await pollUntil(async () => (await find()) !== undefined, {
    timeoutMs: 15_000,
    onTimeout: () => `no mail with ${path} came`,
  });
  return (await find()) ?? '';
}
