import {
  enableStaffTotp,
  readCustomer,
  readStaff,
  readStaffLink,
  searchCustomers,
  setStaffPassword,
  signInStaff,
  signInStaffByTotp,
  signOutStaff,
  startStaffTotp,
} from '@postern/contract/staff';
import {
  answerSupportVisit,
  endSupportVisit,
  endVisit,
  enterVisit,
  extendVisit,
  listSupportVisits,
  openVisit,
  setVisitConsent,
} from '@postern/contract/support-visits';
import { createStaff } from '../../features/staff/accounts.ts';
import { totpCode } from '../../secrets/totp.ts';
import { PASSWORD } from '../builders.ts';
import type { TestApp } from '../start-test-app.ts';
import { readBase32 } from './read-base32.ts';
import type { Bought } from './record-purchase.ts';
import type { Recording } from './recorder.ts';

const MARA = { email: 'mara@harbour-support.test', password: PASSWORD };

/** Records the calls of a partner's supporter and of the domain's owner. */
export async function recordStaff(app: TestApp, call: Recording, bought: Bought): Promise<void> {
  const owner = { token: bought.token };
  const { partnerId } = app.partner;
  const wish = { role: 'partnerSupport' as const, partnerId, email: MARA.email, name: 'Mara Lindqvist' };
  const { url } = await createStaff(app.deps, 'http://panel.test', wish);
  const token = new URL(url).searchParams.get('token') ?? '';
  await call(readStaffLink, { token });
  await call(setStaffPassword, { token, password: PASSWORD });
  const staff = await signInWithCode(app, call);
  const { customers } = await call(searchCustomers, { q: 'quay.test' }, staff);
  const bundleId = customers[0]?.domains.find(({ domainName }) => domainName === 'quay.test')?.bundleId ?? '';
  await call(setVisitConsent, { required: true }, owner);
  const asking = { bundleId, reason: 'Mail doesn’t arrive', ticket: '48213' };
  const asked = await app.call(openVisit, asking, staff);
  const waiting = asked.ok ? '' : String(asked.problem.attrs['visitId']);
  await call(answerSupportVisit, { visitId: waiting, allow: true }, owner);
  const visit = await call(enterVisit, { visitId: waiting }, staff);
  await call(extendVisit, { reason: 'One more record' }, { token: visit.token });
  await call(endVisit, {}, { token: visit.token });
  await app.must(setVisitConsent, { required: false }, owner);
  app.clock.advance({ minutes: 1 });
  const next = await call(openVisit, asking, staff);
  await call(listSupportVisits, {}, owner);
  await call(readCustomer, { customerId: customers[0]?.customerId ?? '' }, staff);
  await call(endSupportVisit, { visitId: next.visit?.visitId ?? '' }, owner);
  await call(signOutStaff, {}, staff);
}

async function signInWithCode(app: TestApp, call: Recording): Promise<{ token: string }> {
  const first = await call(signInStaff, MARA);
  const { secret } = await call(startStaffTotp, {}, { token: first.token });
  const nextCode = () => {
    app.clock.advance({ seconds: 30 });
    return totpCode(readBase32(secret), Math.floor(app.clock.now().getTime() / 30_000));
  };
  await call(enableStaffTotp, { code: nextCode() }, { token: first.token });
  const refused = await app.call(signInStaff, MARA);
  const challenge = refused.ok ? '' : String(refused.problem.attrs['challenge']);
  const { token } = await call(signInStaffByTotp, { challenge, code: nextCode() });
  await call(readStaff, {}, { token });
  return { token };
}
