import { createAppPassword } from '@postern/contract/app-passwords';
import { applyDomainPlan, planDomain, undoDomainPlan } from '@postern/contract/domain-plan';
import { noteFirstStep, readFirstSteps } from '@postern/contract/first-steps';
import { sendLoginDetails } from '@postern/contract/mailbox-administration';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox, type TestCustomer } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { listDueConnections } from '../domain-verification/public.ts';

const app = useTestApp({ webhooks: false });

const read = ({ token }: Pick<TestCustomer, 'token'>) => app.must(readFirstSteps, {}, { token });
const NOTHING = { domainSetAt: null, phoneSetUpAt: null, teamToldAt: null };

test('each step is noted when it happens, by what happens, and the domain’s again when it is undone', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  expect(await read(customer)).toMatchObject({ ...NOTHING, mailboxes: 0 });
  const anna = await aMailbox(app, customer, 'anna');
  expect(await read(customer)).toMatchObject({ ...NOTHING, mailboxes: 1 });
  await app.must(sendLoginDetails, { email: anna.email, recipient: 'anna@home.test' }, { token });
  const told = await read(customer);
  expect(told).toMatchObject({ ...NOTHING, teamToldAt: app.clock.now().toISOString() });
  app.clock.advance({ minutes: 1 });
  await app.must(sendLoginDetails, { email: anna.email, recipient: 'anna2@home.test' }, { token });
  expect((await read(customer)).teamToldAt).toBe(told.teamToldAt);
  const { planId } = await app.must(planDomain, {}, { token });
  const { undoId } = await app.must(applyDomainPlan, { planId }, { token });
  expect((await read(customer)).domainSetAt).toBe(app.clock.now().toISOString());
  await app.must(undoDomainPlan, { undoId }, { token });
  expect((await read(customer)).domainSetAt).toBeNull();
  const own = await aSessionAs(app, customer, { role: 'accountAdmin', email: anna.email, mailboxId: anna.id });
  await app.must(createAppPassword, { name: 'Phone' }, { token: own });
  expect((await read(customer)).phoneSetUpAt).toBe(app.clock.now().toISOString());
});

test('an admin’s word counts for the phone and the team, for this domain only; a mailbox’s owner neither reads nor says it', async () => {
  const [customer, other] = [await aCustomerWithDomain(app), await aCustomerWithDomain(app)];
  for (const step of ['phone', 'team'] as const) await app.must(noteFirstStep, { step }, { token: customer.token });
  const at = app.clock.now().toISOString();
  expect(await read(customer)).toMatchObject({ phoneSetUpAt: at, teamToldAt: at, domainSetAt: null });
  expect(await read(other)).toMatchObject(NOTHING);
  const token = await aSessionAs(app, customer, { role: 'accountAdmin', email: `anna@${customer.domain}` });
  expect(await app.refusal(readFirstSteps, {}, { token })).toBe('NOT_AUTHORIZED');
  expect(await app.refusal(noteFirstStep, { step: 'team' }, { token })).toBe('NOT_AUTHORIZED');
});

test('the first check of a bought domain is due before anybody looks at it [VER-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const due = async () => {
    const keys = await app.deps.db.asSystem((tx) => listDueConnections(tx, app.clock.now(), 100));
    return keys.some(({ bundleId }) => bundleId === customer.bundleId);
  };
  await expect.poll(due, { timeout: 15_000, interval: 100 }).toBe(true);
});
