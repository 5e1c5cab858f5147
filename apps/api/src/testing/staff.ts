import {
  enableStaffTotp,
  setStaffPassword,
  signInStaff,
  signInStaffByTotp,
  startStaffTotp,
} from '@postern/contract/staff';
import { openVisit } from '@postern/contract/support-visits';
import type { StaffRoleName } from '@postern/domain/staff';
import { createStaff } from '../features/staff/accounts.ts';
import { totpCode } from '../secrets/totp.ts';
import { PASSWORD, type TestCustomer } from './builders.ts';
import { readBase32 } from './examples/read-base32.ts';
import type { TestApp } from './start-test-app.ts';

let count = 0;

export type TestStaff = {
  staffId: string;
  email: string;
  /** The session's token, with two-factor sign-in set up. */
  token: string;
  /** The code that the authenticator app shows now. */
  code: () => string;
};

type Wish = { role?: StaffRoleName; partnerId?: number; email?: string };

/** Creates and signs in a member of staff with the panel's calls. By default, partner support of the first partner. */
export async function aStaffSession(app: TestApp, wish: Wish = {}): Promise<TestStaff> {
  const { role = 'partnerSupport', email = `mara-${++count}@support.test` } = wish;
  const partnerId = role === 'partnerSupport' ? (wish.partnerId ?? app.partner.partnerId) : null;
  const who = { role, partnerId, email, name: 'Mara Lindqvist' };
  const { staffId, url } = await createStaff(app.deps, 'http://panel.test', who);
  const link = new URL(url).searchParams.get('token') ?? '';
  await app.must(setStaffPassword, { token: link, password: PASSWORD });
  const { token } = await app.must(signInStaff, { email, password: PASSWORD });
  const { secret } = await app.must(startStaffTotp, {}, { token });
  const code = () => totpCode(readBase32(secret), Math.floor(app.clock.now().getTime() / 30_000));
  await app.must(enableStaffTotp, { code: code() }, { token });
  return { staffId, email, token, code };
}

/** Signs in again, with the next half minute's code. */
export async function signInAgain(app: TestApp, { email, code }: TestStaff): Promise<string> {
  app.clock.advance({ seconds: 30 });
  const refused = await app.call(signInStaff, { email, password: PASSWORD });
  const challenge = refused.ok ? '' : String(refused.problem.attrs['challenge']);
  return (await app.must(signInStaffByTotp, { challenge, code: code() })).token;
}

export const REASON = 'Mail doesn’t arrive';

/** Begins a visit and returns its token and id. */
export async function aVisit(
  app: TestApp,
  staff: Pick<TestStaff, 'token'>,
  { bundleId }: Pick<TestCustomer, 'bundleId'>,
): Promise<{ token: string; visitId: string }> {
  const login = await app.must(openVisit, { bundleId, reason: REASON, ticket: '48213' }, staff);
  return { token: login.token, visitId: login.visit?.visitId ?? '' };
}
