import './first-steps-card.tsx';
import type { FirstStepsData } from '@postern/contract/first-steps';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readSession } from '../../lib/session/session-store.ts';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { gate, refusal } from '../../testing/fake-api.ts';
import { openDomain } from '../../testing/open-domain.ts';
import { openMailboxes, PHONE } from '../../testing/open-mailboxes.tsx';
import type { Answer, Handlers } from '../../testing/operations.ts';
import { aConnectedDomain, aDomainElsewhere } from '../../testing/sample-domain.ts';
import { aBundle } from '../../testing/samples.ts';
import { aMailbox } from '../../testing/serving-mailboxes.ts';
import { rememberSteps } from './seen-steps.ts';

const NEW: FirstStepsData = {
  ...{ boughtAt: new Date().toISOString(), mailboxes: 0 },
  ...{ domainSetAt: null, phoneSetUpAt: null, teamToldAt: null },
};
const NOW = new Date().toISOString();
const UNPROVEN = { mailState: 'waiting', mailReceives: false, mailSends: false } as const;
const OURS = { ...UNPROVEN, zoneStatus: 'active', status: 'unverified', domainOwnershipVerified: false } as const;

const steps = () => page.getByRole('region', { name: 'First steps' });
const row = (title: string) => steps().getByRole('listitem').filter({ hasText: title });
const states = () =>
  steps()
    .getByRole('listitem')
    .elements()
    .map((each) => each.getAttribute('data-state'))
    .join(' ');

/** A server that knows these facts, and notes what a person says. */
function knowing(facts: Partial<FirstStepsData>, handlers: Handlers = {}): Handlers {
  const known = { ...NEW, ...facts };
  return {
    readFirstSteps: () => known,
    noteFirstStep: ({ step }) => Object.assign(known, { [step === 'phone' ? 'phoneSetUpAt' : 'teamToldAt']: NOW }),
    readDomainConnection: () => aDomainElsewhere(OURS),
    listBundles: () => ({ bundles: [aBundle({ createdAt: new Date().toISOString() })] }),
    ...handlers,
  };
}

test('after the purchase the list’s place says what to do first, and that no mail arrives yet', async () => {
  await openMailboxes({ mailboxes: [], handlers: knowing({}) });
  await expect.element(steps()).toBeVisible();
  await expect.element(page.getByText(/so one press does it. Until then, no mail arrives./)).toBeVisible();
  expect(states()).toBe('next open later later');
  await expect.element(page.getByRole('button', { name: 'Create mailbox' })).toHaveLength(1);
  await expect.element(page.getByText("bluebottle.coffee can't send or receive yet")).not.toBeInTheDocument();
  await expectAccessible();
});

test('one press sets the records of a zone that we hold, and the list waits for them and offers the next step', async () => {
  let isSet = false;
  const change: Answer<'planDomain'>['changes'][number] = {
    ...{ action: 'add', before: [] },
    after: [{ type: 'MX', host: '@', ttlSeconds: 3600, value: '10 mx.test' }],
    why: { purpose: 'mx', verdict: 'missing', code: 'ADD_RECORD' },
  };
  const { api } = await openMailboxes({
    handlers: {
      ...knowing({}),
      readFirstSteps: () => ({ ...NEW, domainSetAt: isSet ? NOW : null }),
      planDomain: () => ({
        planId: PLAN,
        zoneStatus: 'active',
        changes: [change],
      }),
      applyDomainPlan: () => {
        isSet = true;
        return { undoId: PLAN };
      },
      checkDomain: () => aDomainElsewhere({ ...OURS, status: 'verifying', mxVerified: true }),
    },
  });
  await row('Connect your domain').getByRole('button', { name: 'Set up for me' }).click();
  await expect.element(row('Connect your domain')).toMatchTextContent(/1 of 3 records seen/);
  await expect.poll(states).toBe('done waiting next open');
  // The pressed button is gone; the work goes on at the next step.
  await expect.element(steps().getByRole('heading', { name: 'Set up your phone' })).toHaveFocus();
  expect(api.callsOf('checkDomain')).toHaveLength(1);
  await expectAccessible();
});

test('where the zone has changed meanwhile, the press says so and can be repeated; another provider’s zone leads to the records', async () => {
  const { api, location } = await openMailboxes({
    handlers: knowing({}, { planDomain: () => Promise.reject(refusal('ZONE_NOT_HELD')) }),
  });
  await row('Connect your domain').getByRole('button', { name: 'Set up for me' }).click();
  await expect.element(row('Connect your domain').getByRole('button', { name: 'Look again' })).toBeVisible();
  await expect.poll(states).toMatch(/^done failed/);
  api.use({
    readDomainConnection: () => aDomainElsewhere({ ...UNPROVEN, zoneStatus: 'inactive' }),
    checkDomain: () => aDomainElsewhere({ ...UNPROVEN, zoneStatus: 'inactive' }),
  });
  await expect.poll(() => api.live.count).toBe(1);
  api.live.send('domain-check', {});
  await row('Connect your domain').getByRole('link', { name: 'Show me the records' }).click();
  await expect.poll(() => location().pathname).toBe('/domain-verification');
});

test('what no server can see is ticked by the person’s word; when all is done that is said once, and the list does not return', async () => {
  const handlers = knowing({}, { readDomainConnection: () => aConnectedDomain() });
  await openMailboxes({ handlers });
  await row('Set up your phone').getByRole('button', { name: "It's set up" }).click();
  await expect.poll(states).toBe('done done done next');
  await expect.element(steps().getByRole('heading', { name: 'Tell your team' })).toHaveFocus();
  await row('Tell your team').getByRole('button', { name: 'They know already' }).click();
  await expect.element(page.getByText("That's everything.")).toBeVisible();
  await expectAccessible();
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText("That's everything.")).not.toBeInTheDocument();
  const { api } = await openMailboxes({ keepStorage: true, handlers });
  await expect.element(page.getByText('Ada Fields').first()).toBeVisible();
  expect(api.callsOf('readFirstSteps')).toHaveLength(0);
});

test('login details go to the newest mailbox of someone else; a person who works alone says so', async () => {
  const own = aMailbox('Ada Fields', 'ada', { isAdmin: true });
  await openMailboxes({ mailboxes: [own], handlers: knowing({}) });
  await expect.element(row('Tell your team').getByRole('button', { name: "It's only me" })).toBeVisible();
  const bert = aMailbox('Bert Maas', 'bert', { createdOnEpochMillis: Date.now() });
  // The only mailbox is the buyer's own, also where the order was placed under another address.
  await openMailboxes({ mailboxes: [bert], handlers: knowing({}) });
  await expect.element(row('Tell your team').getByRole('button', { name: "It's only me" })).toBeVisible();
  await expect.element(row('Tell your team')).toMatchTextContent(/Is anyone else on your team\?/);
  await expect.element(row('Tell your team').getByRole('button', { name: 'Share login info' })).not.toBeInTheDocument();
  await openMailboxes({ mailboxes: [own, bert], handlers: knowing({}) });
  await row('Tell your team').getByRole('button', { name: 'Share login info' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Share login info for Bert Maas' })).toBeVisible();
});

test('it folds to one line that still says that no mail arrives, and stays folded [phone]', async () => {
  await openMailboxes({ viewport: PHONE, handlers: knowing({}) });
  await page.getByRole('button', { name: 'Fold the first steps' }).click();
  await expect.element(page.getByText("Mail can't arrive yet.")).toBeVisible();
  await expect.element(page.getByText('Connect your domain')).not.toBeVisible();
  await expectAccessible();
  await openMailboxes({ viewport: PHONE, keepStorage: true, handlers: knowing({}) });
  await expect.element(page.getByRole('button', { name: 'Show the first steps' })).toBeVisible();
});

test('the steps wait for the mailboxes, so that nothing moves when those arrive', async () => {
  const { closed, open } = gate();
  const listMailboxes = async () => {
    await closed;
    return { accounts: [], nextCursor: null, total: 0 };
  };
  const { api } = await openMailboxes({ mailboxes: [], handlers: knowing({}, { listMailboxes }) });
  await expect.poll(() => api.callsOf('readFirstSteps').length).toBe(1);
  await expect.element(page.getByRole('heading', { name: 'Mailboxes' })).toBeVisible();
  await expect.element(steps()).not.toBeInTheDocument();
  open();
  await expect.element(page.getByText('This list goes away when all four are done.')).toBeVisible();
});

test('a list that the server can’t answer for is left out, and the mailboxes are shown', async () => {
  await openMailboxes({
    handlers: knowing({}, { readFirstSteps: () => Promise.reject(refusal('INTERNAL_SERVER_ERROR')) }),
  });
  await expect.element(page.getByText('Ada Fields').first()).toBeVisible();
  await expect.element(page.getByText('First steps')).not.toBeInTheDocument();
});

const PLAN = '00000000-0000-4000-9000-0000000000aa';

test('a connected domain leads on to the first steps, if they were seen before and some are left [VER-01]', async () => {
  const { location } = await openDomain(aConnectedDomain());
  const onward = page.getByRole('link', { name: 'First steps' });
  await expect.element(page.getByRole('heading', { name: 'bluebottle.coffee is connected' })).toBeVisible();
  await expect.element(onward).not.toBeInTheDocument();
  const bundleId = readSession().bundleId ?? '';
  rememberSteps(bundleId, 'open');
  await expect.element(onward).toBeVisible();
  await expectAccessible();
  rememberSteps(bundleId, 'over');
  await expect.element(onward).not.toBeInTheDocument();
  rememberSteps(bundleId, 'folded');
  await onward.click();
  await expect.poll(() => location().pathname).toBe('/email-accounts');
});
