import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import { aPlan, aZone, newUuid, openDns, theUsual } from '../../testing/open-dns.tsx';
import { openDomain } from '../../testing/open-domain.ts';
import { aConnectedDomain } from '../../testing/sample-domain.ts';
import { aBundle } from '../../testing/samples.ts';
import { rememberApplied } from './applied-plans.ts';
import type { PlanChange } from './queries.ts';

const record = (type: 'MX' | 'TXT', value: string) => ({ type, host: '@', ttlSeconds: 3600, value });
const addMx = (value: string): PlanChange => ({
  ...{ action: 'add', before: [], after: [record('MX', value)] },
  why: { purpose: 'mx', verdict: 'missing', code: 'ADD_RECORD' },
});
const removeMx: PlanChange = {
  ...{ action: 'remove', before: [record('MX', '10 mail.oldhost.net')], after: [] },
  why: { purpose: 'mx', verdict: 'conflict', code: 'REMOVE_OTHER_MAIL_SERVER' },
};
const removeOld: PlanChange = {
  ...{ action: 'remove', before: [record('TXT', 'postern-verification=old')], after: [] },
  why: { purpose: 'ownership', verdict: 'stale', code: 'REMOVE_FORMER_VALUE' },
};
const mergeSpf: PlanChange = {
  action: 'merge',
  before: [record('TXT', 'v=spf1 mx -all')],
  after: [record('TXT', 'v=spf1 include:spf.harbour.example mx -all')],
  why: { purpose: 'spf', verdict: 'conflict', code: 'MERGE_SPF' },
};
const fine: PlanChange = {
  ...{ action: 'leave', before: [record('MX', '5 stays.example')], after: [record('MX', '5 stays.example')] },
  why: { purpose: 'mx', verdict: 'match', code: 'AS_EXPECTED' },
};
const left: PlanChange = {
  ...{ action: 'leave', before: [record('TXT', 'v=spf1 redirect=x.example')], after: [] },
  why: { purpose: 'spf', verdict: 'conflict', code: 'SPF_MERGE_REDIRECT' },
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the changes are shown before and after with their reason, made by one click and undone by one [VER-01]', async () => {
  let plan = aPlan([addMx('10 mx1.harbour.example'), addMx('20 mx2.harbour.example'), removeMx, mergeSpf, fine]);
  const undoId = newUuid();
  const { api } = await openDns({
    handlers: {
      planDomain: () => plan,
      applyDomainPlan: () => {
        plan = aPlan([fine]);
        return { undoId };
      },
      undoDomainPlan: () => {
        plan = aPlan([removeMx]);
        return {};
      },
    },
  });
  const { planId } = plan;
  await expect.element(page.getByText('Two changes and mail arrives')).toBeVisible();
  await button('Set up for me').dblClick();
  const item = (name: string) => page.getByRole('listitem', { name });
  await expect
    .element(item('Receive mail here'))
    .toMatchTextContent(
      /part of your mail goes to another provider.*valid for 1 hour.*Before10 mail.oldhost.net5 stays.exampleAfter10 mx1.harbour.example20 mx2.harbour.example5 stays.example/,
    );
  const marked = (tag: string) =>
    [...item('Receive mail here').element().querySelectorAll(tag)].map((each) => each.textContent);
  expect([marked('del'), marked('ins')]).toEqual([
    ['10 mail.oldhost.net'],
    ['10 mx1.harbour.example', '20 mx2.harbour.example'],
  ]);
  await expect.element(item('Show others that your mail is genuine')).toMatchTextContent(/everyone who was allowed/);
  await expectAccessible();
  await button('Make 2 changes').dblClick();
  await expect.element(page.getByText('Both changes are in place')).toBeVisible();
  await expectAccessible();
  await button('Undo').dblClick();
  await expect.element(page.getByText('The records are back as they were.')).toBeVisible();
  await expect.element(page.getByText('One change and mail arrives')).toBeVisible();
  expect(api.callsOf('applyDomainPlan').map(({ input }) => input)).toEqual([{ planId }]);
  expect(api.callsOf('undoDomainPlan').map(({ input }) => input)).toEqual([{ undoId }]);
});

test('if the zone changed meanwhile, a new plan shows what is different, and nothing changes unseen [VER-01]', async () => {
  let plan = aPlan([addMx('10 mx1.harbour.example'), removeOld]);
  const { api } = await openDns({
    handlers: {
      planDomain: () => plan,
      applyDomainPlan: () => {
        plan = aPlan([addMx('10 mx1.harbour.example'), mergeSpf]);
        throw refusal('ZONE_CHANGED', { attrs: { record: record('MX', '10 mail.oldhost.net') } });
      },
    },
  });
  await button('Set up for me').click();
  await button('Make 2 changes').click();
  await expect.element(page.getByText('The records have changed in the meantime, so we changed nothing')).toBeVisible();
  await expect.element(page.getByText(/One step is no longer needed; new ones are marked/)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Show others that your mail is genuine New' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Receive mail here', exact: true })).toBeVisible();
  await expectAccessible();
  const undoId = newUuid();
  api.use({
    applyDomainPlan: () => {
      plan = aPlan([]);
      return { undoId };
    },
    undoDomainPlan: () => {
      throw refusal('ZONE_CHANGED', { attrs: { record: record('TXT', 'v=spf1 mx -all') } });
    },
  });
  await button('Make 2 changes').click();
  await button('Undo').click();
  await expect
    .element(page.getByText(/Someone has changed the TXT record of bluebottle.coffee in the meantime/))
    .toBeVisible();
  expect(api.callsOf('applyDomainPlan').at(-1)?.input['planId']).not.toBe(
    api.callsOf('applyDomainPlan')[0]?.input['planId'],
  );
});

test('the page says what only a person can decide, and offers nothing if we do not host the zone [VER-01]', async () => {
  await openDns({ handlers: { planDomain: () => aPlan([left]) } });
  await expect.element(page.getByText('One record needs your decision')).toBeVisible();
  await button('See why').click();
  await expect.element(page.getByText(/can't be combined with ours without changing what it means/)).toBeVisible();
  await expectAccessible();
  await openDns({
    zone: aZone(theUsual(), { zoneStatus: 'none', nameServers: [] }),
    handlers: {
      planDomain: () => {
        throw refusal('ZONE_NOT_HELD');
      },
    },
  });
  await expect.element(page.getByText("DNS records aren't managed here")).toBeVisible();
  await expect.element(button('Set up for me')).not.toBeInTheDocument();
});

test('if the zone has no room for the plan, the dialog says how many records it may have [VER-01]', async () => {
  const refuse = () => {
    throw refusal('RECORD_LIMIT_REACHED', { attrs: { maximum: 200 } });
  };
  const plan = aPlan([addMx('10 mx1.harbour.example'), left]);
  await openDns({ handlers: { planDomain: () => plan, applyDomainPlan: refuse } });
  // The text promises no more than the plan does: another record is left to a person.
  await expect.element(page.getByText('We can make one change for you')).toBeVisible();
  await expect.element(page.getByText(/One more record needs your decision/)).toBeVisible();
  await button('Set up for me').click();
  await button('Make this change').click();
  await expect.element(page.getByText(/more than the 200 records that are possible/)).toBeVisible();
});

test('changes can be undone after a reload too, as promised [VER-01] [DNS-02]', async () => {
  const undoId = newUuid();
  const handlers = {
    planDomain: () => ({ planId: newUuid(), zoneStatus: 'active' as const, changes: [] }),
    undoDomainPlan: () => ({}),
  };
  const found = aConnectedDomain({ zoneStatus: 'active' });
  await openDomain(found, { handlers });
  rememberApplied(aBundle().bundleId, { undoId, count: 2, at: Date.now() });
  await expect.element(page.getByText(/^Set up at /)).toBeVisible();
  const { api } = await openDomain(found, { handlers, keepStorage: true });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('The records are back as they were.')).toBeVisible();
  await expect.element(page.getByText(/^Set up at /)).not.toBeInTheDocument();
  expect(api.callsOf('undoDomainPlan').map(({ input }) => input)).toEqual([{ undoId }]);
  expect(Object.keys(sessionStorage).filter((name) => name.startsWith('postern.applied'))).toEqual([]);
});
