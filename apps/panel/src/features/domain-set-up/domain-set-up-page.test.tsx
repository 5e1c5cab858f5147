import type { DomainConnectData } from '@postern/contract/domain-connection';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { gate, noConnection, refusal } from '../../testing/fake-api.ts';
import { openDomain } from '../../testing/open-domain.ts';
import { aConnectedDomain, aDomainElsewhere, aNullMxDomain, aSilentDomain } from '../../testing/sample-domain.ts';

/** Less than the time until the next automatic check. */
const BEFORE_NEXT_CHECK = { timeout: 20_000 };
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const card = (name: string) => page.getByRole('region', { name, exact: true });
const bar = () => page.getByRole('status').filter({ hasText: /records (is|are) correct|Everything is correct/ });
const checkNow = () => page.getByRole('button', { name: 'Check now' });
const dot = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /not connected yet/ });

test('for each record it shows what is right, what to add and to delete, and which server answered when [VER-01]', async () => {
  await openDomain(aDomainElsewhere());
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Connect bluebottle.coffee');
  await expect.element(bar()).toHaveTextContent('1 of 3 records is correct');
  await expect.element(page.getByText(/Checking again in \d+ seconds/)).toBeVisible();
  await expect.element(card('Ownership is confirmed')).toMatchTextContent(/Found/);
  const mail = card('Mail still goes to the old provider');
  await expect.element(mail.getByText(/Delete the MX records that are crossed out below/)).toBeVisible();
  const rows = mail.getByRole('table', { name: 'MX records' }).getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/MX\s*@.*10\s*3600\s*mx1\.harbour\.example/);
  await expect.element(rows.nth(2)).toMatchTextContent(/20\s*3600\s*mx2\.harbour\.example/);
  await expect.element(mail.getByText(/asked ns-12\.gandi\.net/)).toBeVisible();
  expect([...document.querySelectorAll('del')].map((each) => each.textContent)).toEqual([
    ...['10 mail.oldhost.net', '20 mail2.oldhost.net', 'v=spf1 include:_spf.google.com ~all'],
  ]);
  // New words of the merged record are marked.
  await expect.poll(() => document.querySelector('ins')?.textContent).toBe('include:spf.harbour.example');
  await expect.element(page.getByText(/up to 24 hours, with some providers 48/)).toBeVisible();
  await expect.element(dot()).toMatchTextContent(/Domain set-up/);
  // It was opened at its other address.
  await expect.element(dot()).toHaveAttribute('aria-current', 'page');
  await expectAccessible();
});

const unproven = { mailState: 'waiting', mailReceives: false, mailSends: false } as const;
const movedAway = { mailState: 'moved-away', mailReceives: true, mailSends: true } as const;

test('while mail waits for a proof, the ownership record is on the page, even where ownership counts as verified [VER-01] [VER-05]', async () => {
  const { findings } = aDomainElsewhere();
  const nothing = findings.map((each) =>
    each.purpose === 'ownership' ? { ...each, verdict: 'missing' as const, code: 'ADD_RECORD', before: [] } : each,
  );
  const { api } = await openDomain(aDomainElsewhere({ findings: nothing, domainOwnershipVerified: true, ...unproven }));
  const missing = card("Ownership isn't proven yet");
  await expect.element(missing.getByRole('table')).toBeVisible();
  await expect.element(missing).toMatchTextContent(/Add this/);
  const local = { mailState: 'local', mailReceives: true, mailSends: true } as const;
  api.use({ readDomainConnection: () => aDomainElsewhere({ findings: nothing, ...local }) });
  await expect.poll(() => api.live.count).toBe(1);
  api.live.send('domain-check', {});
  await expect.element(card('Ownership is confirmed')).toMatchTextContent(/Nothing to do/);
});

test.for([
  [unproven, "bluebottle.coffee can't send or receive yet", /yours: by its ownership record, or by MX records/],
  [
    { ...unproven, mxVerified: true },
    "bluebottle.coffee can't send or receive yet",
    /yours: by its ownership record. Until/,
  ],
  [movedAway, 'Mail to bluebottle.coffee goes elsewhere', /You can still send/],
  [
    { ...movedAway, mailSends: false },
    'bluebottle.coffee can no longer send or receive here',
    /add the ownership record/,
  ],
] as const)(
  'mail that waits or goes elsewhere is explained: %o, %s [VER-01] [VER-05]',
  async ([changes, title, text]) => {
    await openDomain(aDomainElsewhere(changes as Partial<DomainConnectData>));
    await expect.element(page.getByText(title)).toBeVisible();
    await expect.element(page.getByText(text)).toBeVisible();
    await expectAccessible();
  },
);

test('a domain that is set to receive no mail is described as that, and not as a customer of another provider [VER-01] [VER-02]', async () => {
  await openDomain(aNullMxDomain());
  const mail = card('bluebottle.coffee is set to receive no mail');
  await expect.element(mail.getByText(/It says that the domain receives no mail at all/)).toBeVisible();
  await expect.poll(() => document.querySelector('del')?.textContent).toBe('0 .');
  await expect.element(page.getByText(/old provider|somebody else/)).not.toBeInTheDocument();
});

test('a name and a value are copied separately [VER-01]', async () => {
  await openDomain(aDomainElsewhere());
  const copied: string[] = [];
  navigator.clipboard.writeText = (text) => Promise.resolve(void copied.push(text));
  await page.getByRole('button', { name: 'Copy MX records: Name' }).first().click();
  await page.getByRole('button', { name: 'Copy MX records: Value' }).nth(1).click();
  expect(copied).toEqual(['@', 'mx2.harbour.example']);
});

test('when the records change, the page updates and the dot disappears [VER-01]', async () => {
  const { api } = await openDomain(aDomainElsewhere());
  await expect.poll(() => api.live.count).toBe(1);
  await expect.element(bar()).toHaveTextContent('1 of 3 records is correct');
  await expect.element(checkNow()).toBeEnabled();
  await expect.poll(() => api.callsOf('checkDomain').length).toBe(1);
  api.use({ readDomainConnection: () => aConnectedDomain() });
  api.live.send('domain-check', { ...aConnectedDomain() });
  await expect.element(bar()).toHaveTextContent('Everything is correct');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('bluebottle.coffee is connected');
  await expect.element(card('Mail arrives here')).toBeVisible();
  await expect.element(dot()).not.toBeInTheDocument();
  expect(api.callsOf('checkDomain')).toHaveLength(1);
  await expectAccessible();
});

test('the last result stays during a new check, and the page waits for a check that someone else started [VER-01]', async () => {
  const wait = gate();
  const found = [{ ...aDomainElsewhere(), isChecking: true }, aConnectedDomain()];
  const { api } = await openDomain(aDomainElsewhere(), {
    handlers: {
      checkDomain: async () => {
        await wait.closed;
        return found.shift() ?? aConnectedDomain();
      },
    },
  });
  await expect.element(page.getByText('Checking now…')).toBeVisible();
  await expect.element(bar()).toHaveTextContent('1 of 3 records is correct');
  await expect.element(checkNow()).toHaveAttribute('aria-busy', 'true');
  wait.open();
  await expect.element(bar(), BEFORE_NEXT_CHECK).toHaveTextContent('Everything is correct');
  expect(api.callsOf('checkDomain')).toHaveLength(2);
});

test('a time-out says so, never makes something verified unverified, and is remembered for a day [VER-06]', async () => {
  await openDomain(aSilentDomain(), { known: aConnectedDomain() });
  await expect.element(page.getByRole('status').filter({ hasText: "didn't answer in time" })).toBeVisible();
  await expect.element(page.getByText("We couldn't check all records of bluebottle.coffee.")).toBeVisible();
  await expect.element(bar()).toHaveTextContent('Everything is correct');
  await expect.element(card('Mail arrives here')).toBeVisible();
  expect(document.cookie).toContain('domainConnectStatus=unknown');
  await expectAccessible();
});

test('if no name server has ever answered, the page says so and shows the expected records [VER-01] [VER-06]', async () => {
  const never = { mxVerified: false, spfVerified: false, domainOwnershipVerified: false, lastUpdated: null };
  const silent = aSilentDomain({ ...never, status: 'unknown' });
  const wait = gate();
  const { api } = await openDomain(silent, { handlers: { checkDomain: () => wait.closed.then(() => silent) } });
  await expect.element(page.getByText('Checking your domain for the first time')).toBeVisible();
  wait.open();
  await expect.element(bar()).toHaveTextContent("0 of 3 records are correct, and we couldn't check the rest");
  const mail = card("We couldn't check where mail goes");
  await expect.element(mail.getByRole('cell', { name: /mx1\.harbour\.example/ })).toBeVisible();
  // Nothing is known to be wrong, so the menu shows no dot.
  await expect.element(dot()).not.toBeInTheDocument();
  api.use({ checkDomain: () => aConnectedDomain(), readDomainConnection: () => aConnectedDomain() });
  await checkNow().click();
  await expect.element(bar()).toHaveTextContent('Everything is correct');
  await expect.poll(() => document.cookie).not.toContain('domainConnectStatus');
});

test('a failed check keeps the last result, and says why [VER-06]', async () => {
  await openDomain(aDomainElsewhere(), {
    handlers: {
      checkDomain: () => {
        throw noConnection();
      },
    },
  });
  await expect.element(page.getByRole('alert').filter({ hasText: "We couldn't check the records" })).toBeVisible();
  await expect.element(bar()).toHaveTextContent('1 of 3 records is correct');
  await expect.poll(() => document.cookie).toContain('domainConnectStatus=unknown');
});

test('the deadline for proving ownership and the faults of the domain come first [VER-07]', async () => {
  await openDomain(
    aDomainElsewhere({
      ownershipDeadline: '2026-05-18T09:00:00.000Z',
      faults: [{ code: 'SPF_TWICE', host: '@' }],
    }),
  );
  await expect.element(page.getByText('Prove by May 18, 2026 that the domain is yours')).toBeVisible();
  await expect.element(page.getByText(/There are two SPF records at bluebottle\.coffee/)).toBeVisible();
});

test('for a known provider the instructions use that provider’s own words [VER-01]', async () => {
  const guide = {
    ...{ clicks: ['Domain List', 'Advanced DNS'], root: '', rootOf: {}, endsWithDot: true, helpAddress: null },
    fields: { host: 'Host', value: { MX: 'Mail server', TXT: 'Text' }, priority: null, ttl: 'Time to live' },
    source: { address: 'https://help.example/', date: '2026-01' },
  };
  await openDomain(aDomainElsewhere({ provider: { providerId: 'x', name: 'Oldhost', guide } }));
  await expect.element(page.getByText(/^Your domain is at Oldhost\. Change two records there/)).toBeVisible();
  await expect.element(page.getByText(/At Oldhost, open Domain List › Advanced DNS\./)).toBeVisible();
  const row = page.getByRole('table', { name: 'MX records' }).getByRole('row').nth(1);
  await expect.element(row).toMatchTextContent(/leave empty.*10 mx1\.harbour\.example\./);
  await expect.element(page.getByRole('columnheader', { name: 'Mail server' })).toBeVisible();
});

test('on a phone each record is a sheet of its own [VER-01]', async () => {
  await openDomain(aDomainElsewhere(), { viewport: [390, 844], path: '/domain-verification' });
  const mail = card('Mail still goes to the old provider');
  await expect.element(mail.getByText('mx2.harbour.example')).toBeVisible();
  expect(page.getByRole('table').elements()).toEqual([]);
  await expectAccessible();
});

test('a placeholder is shown while loading, a failure can be retried, and a person without admin rights is told to ask [VER-01] [MBX-14]', async () => {
  const wait = gate();
  const { api } = await openDomain(aDomainElsewhere(), {
    handlers: {
      readDomainConnection: async () => {
        await wait.closed;
        throw refusal('BUNDLE_NOT_FOUND');
      },
    },
  });
  await expect.element(page.getByText('Loading', { exact: true })).toBeInTheDocument();
  wait.open();
  await expect.element(page.getByRole('heading', { name: "We couldn't load the state of your domain" })).toBeVisible();
  expect(api.callsOf('checkDomain')).toEqual([]);
  api.use({ readDomainConnection: () => Promise.reject(refusal('NOT_AUTHORIZED')) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Ask your admin' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
});

test('DKIM is separate: mail is connected without it, and a key whose record was seen must still be enabled [VER-01] [VER-04]', async () => {
  const host = 'hm2026a._domainkey';
  const key = { type: 'TXT', host, ttlSeconds: 3600, value: 'v=DKIM1; k=rsa; p=MIGf' } as const;
  const { expectedRecords, findings } = aConnectedDomain();
  await openDomain(
    aConnectedDomain({
      dkimVerified: false,
      expectedRecords: [
        ...expectedRecords,
        { Type: 'TXT', Host: host, TTL: 3600, Point_to: key.value, purpose: 'dkim' },
      ],
      findings: [...findings, { purpose: 'dkim', verdict: 'match', code: 'AS_EXPECTED', before: [key], after: [key] }],
    }),
  );
  await expect.element(page.getByRole('status').filter({ hasText: "Mail works. It isn't signed yet" })).toBeVisible();
  await expect
    .element(card('Outgoing mail can be signed'))
    .toMatchTextContent(/DKIM record, key hm2026a.*Switch on the key/);
  const keys = page.getByRole('link', { name: /^Set them up/ });
  await expect.element(keys).toHaveAttribute('href', '/email-reputation');
});

test('where we hold the zone, one press sets all records without a dialog, and all is right only once mail is signed [VER-01] [DNS-02]', async () => {
  const change = (purpose: 'mx' | 'dkim' | 'dmarc' | 'mta-sts', host: string, value: string) => ({
    ...{ action: 'add' as const, before: [] },
    after: [{ type: purpose === 'mx' ? ('MX' as const) : ('TXT' as const), host, ttlSeconds: 3600, value }],
    why: { purpose, verdict: 'missing' as const, code: 'ADD_RECORD' },
  });
  const spf = { type: 'TXT' as const, host: '@', ttlSeconds: 3600, value: 'v=spf1 include:_spf.google.com ~all' };
  const merged = { ...spf, value: 'v=spf1 include:spf.harbour.example include:_spf.google.com ~all' };
  const changes = [
    change('mx', '@', '10 mx1.harbour.example'),
    change('dkim', 'hm1._domainkey', `v=DKIM1; k=rsa; p=${'M'.repeat(200)}`),
    { ...change('dmarc', '_dmarc', 'v=DMARC1; p=quarantine'), action: 'leave' as const },
    {
      ...{ action: 'merge' as const, before: [spf], after: [merged] },
      why: { purpose: 'spf' as const, verdict: 'conflict' as const, code: 'MERGE_SPF' },
    },
  ].map((each) =>
    each.action === 'leave' ? { ...each, before: each.after, why: { ...each.why, verdict: 'match' as const } } : each,
  );
  const transport = change('mta-sts', '_mta-sts', 'v=STSv1; id=enforce1;');
  let isApplied = false;
  let isExtra = false;
  const dkim = {
    Type: 'TXT' as const,
    Host: 'hm1._domainkey',
    TTL: 3600,
    Point_to: 'v=DKIM1',
    purpose: 'dkim' as const,
  };
  const connected = aConnectedDomain({ zoneStatus: 'active' });
  const signed = { ...connected, expectedRecords: [...connected.expectedRecords, dkim] };
  const found = () =>
    isApplied ? { ...signed, dkimVerified: false } : aDomainElsewhere({ zoneStatus: 'active', dkimVerified: false });
  const { api } = await openDomain(found(), {
    handlers: {
      checkDomain: () => found(),
      planDomain: () => ({
        planId: id(1),
        zoneStatus: 'active',
        changes: isApplied ? [...changes.map(asExpected), isExtra ? asExpected(transport) : transport] : changes,
      }),
      applyDomainPlan: () => {
        isExtra = isApplied;
        isApplied = true;
        return { undoId: id(2) };
      },
      undoDomainPlan: () => ({}),
    },
  });
  const main = page.getByRole('main');
  await expect.element(main).toMatchTextContent(/one press makes mail arrive and signs what you send/);
  await expect.element(main).toMatchTextContent(/See the 4 records.*2 new and 1 changed/);
  // Nobody is sent to a shop, or to another person.
  await expect.element(page.getByRole('button', { name: /^Send these instructions/ })).not.toBeInTheDocument();
  await expect.element(main).not.toMatchTextContent(/where it was bought/);
  await page.getByText('See the 4 records').click();
  const rows = page.getByRole('listitem').filter({ has: page.getByText(/^(New|Changed|No change)$/) });
  await expect.element(rows.nth(0)).toMatchTextContent(/Mail arrives here.*MX.*mx1\.harbour\.example.*New/);
  await expect.element(rows.nth(1)).toMatchTextContent(/Our servers may send.*SPF.*Changed/);
  expect([...document.querySelectorAll('ins')].map((each) => each.textContent)).toEqual([
    'include:spf.harbour.example',
  ]);
  await expect.element(rows.nth(2)).toMatchTextContent(/Your mail is signed.*…MMMMMM.*New/);
  await expect.element(rows.nth(3)).toMatchTextContent(/Fakes are turned away.*No change/);
  await expectAccessible();
  await page.getByRole('button', { name: 'Set up for me' }).dblClick();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Connecting bluebottle.coffee');
  await expect.element(main).toMatchTextContent(/Checking… usually minutes.*DKIM not yet/);
  await expectAccessible();
  expect(api.callsOf('applyDomainPlan')).toHaveLength(1);
  await expect.poll(() => api.callsOf('checkDomain').length).toBe(2);
  api.use({ readDomainConnection: () => withPolicy(signed) });
  api.live.send('domain-check', {});
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('bluebottle.coffee is connected');
  await expect.element(page.getByRole('heading', { name: 'Mail works and is signed' })).toBeVisible();
  // What mail works without is offered, and the verdict doesn't wait for it.
  await expect.element(main).toMatchTextContent(/Also recommended: only encrypted mail/);
  await expectAccessible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent(/Mail to bluebottle.coffee stops arriving/);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).dblClick();
  await expect.element(page.getByText('The records are back as they were.')).toBeVisible();
  expect(api.callsOf('undoDomainPlan').map(({ input }) => input)).toEqual([{ undoId: id(2) }]);
  await page.getByRole('button', { name: 'Set it up' }).click();
  await expect.element(main).toMatchTextContent(/See the 5 records.*All of them are set/);
  await expect.element(main).not.toMatchTextContent(/Also recommended/);
});

const asExpected = <C extends { after: unknown[]; why: { purpose: string } }>(change: C) => ({
  ...change,
  ...{
    action: 'leave' as const,
    before: change.after,
    why: { ...change.why, verdict: 'match' as const, code: 'AS_EXPECTED' },
  },
});

const withPolicy = (data: DomainConnectData): DomainConnectData => {
  const record = { type: 'TXT' as const, host: '_dmarc', ttlSeconds: 3600, value: 'v=DMARC1; p=reject' };
  return {
    ...data,
    expectedRecords: [
      ...data.expectedRecords,
      { Type: 'TXT', Host: '_dmarc', TTL: 3600, Point_to: record.value, purpose: 'dmarc' },
    ],
    findings: [
      ...data.findings,
      { purpose: 'dmarc', verdict: 'match', code: 'AS_EXPECTED', before: [record], after: [record] },
    ],
  };
};

test('where we hold the zone and a record is missing, the verdict names it, and a press that comes too late sets nothing [VER-01]', async () => {
  const record = { type: 'TXT' as const, host: '_dmarc', ttlSeconds: 3600, value: 'v=DMARC1; p=quarantine' };
  const why = { purpose: 'dmarc', verdict: 'missing', code: 'ADD_RECORD' } as const;
  await openDomain(aConnectedDomain({ zoneStatus: 'active' }), {
    handlers: {
      planDomain: () => ({
        ...{ planId: id(1), zoneStatus: 'active' as const },
        changes: [{ action: 'add' as const, before: [], after: [record], why }],
      }),
      applyDomainPlan: () => {
        throw refusal('ZONE_CHANGED', { attrs: { record } });
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'One record is missing or wrong' })).toBeVisible();
  await expect.element(page.getByText(/Mail arrives, but DMARC still needs to be set/)).toBeVisible();
  await page.getByRole('button', { name: 'Set it right' }).click();
  await expect.element(page.getByText('The records have changed in the meantime, so we changed nothing')).toBeVisible();
  await expectAccessible();
});
