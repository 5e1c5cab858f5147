import type { DomainConnectData } from '@postern/contract/domain-connection';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import { anActiveKey, openReputation, withPolicy } from '../../testing/open-reputation.ts';
import { aConnectedDomain, aDomainElsewhere, aSilentDomain } from '../../testing/sample-domain.ts';

const region = (name: string) => page.getByRole('region', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('SPF and DKIM say if they are right, and the record is explained in plain words [VER-04]', async () => {
  await openReputation([anActiveKey('s1')], {
    domain: aConnectedDomain({ spfRecords: ['v=spf1 include:spf.harbour.example ip4:192.0.2.0/24 a ~all ptr'] }),
  });
  const spf = region('Others can tell that your mail comes from us');
  const terms = spf.getByRole('list', { name: 'What your record says' }).getByRole('listitem');
  await expect.element(terms.nth(0)).toMatchTextContent(/Servers that spf\.harbour\.example allows.*May send/);
  await expect.element(terms.nth(1)).toMatchTextContent(/All servers of the network 192\.0\.2\.0\/24.*May send/);
  await expect.element(terms.nth(2)).toMatchTextContent(/The server at bluebottle\.coffee.*May send/);
  await expect.element(terms.nth(3)).toMatchTextContent(/Anyone else.*Treated as suspicious/);
  await expect.element(terms.nth(4)).toMatchTextContent(/Never read/);
  await expect.element(spf.getByText(/“ptr” is ignored/)).toBeVisible();
  await expect.element(region('Your mail is signed')).toMatchTextContent(/DKIM record, key s1.*In order/);
  await expectAccessible();
});

test('the verdict comes first with the one next step, and the arithmetic is folded [VER-04] [DKM-01]', async () => {
  let signs = false;
  const held = aConnectedDomain({ zoneStatus: 'active' });
  const { api, kept } = await openReputation([], {
    path: '/email-reputation',
    domain: held,
    handlers: {
      planDomain: () => ({
        ...{ planId: '00000000-0000-4000-8000-000000000001', zoneStatus: 'active' as const },
        changes: [
          {
            ...{
              action: 'add' as const,
              before: [],
              why: { purpose: 'dkim' as const, verdict: 'missing' as const, code: 'ADD_RECORD' },
            },
            after: [{ type: 'TXT' as const, host: 's1._domainkey', ttlSeconds: 3600, value: 'v=DKIM1; k=rsa; p=MIGf' }],
          },
        ],
      }),
      applyDomainPlan: () => {
        signs = true;
        kept.keys.push(anActiveKey('s1'));
        return { undoId: '00000000-0000-4000-8000-000000000002' };
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Not yet: one step left' })).toBeVisible();
  await expect.element(page.getByText('What your record says')).not.toBeVisible();
  await expectAccessible();
  await button('Sign my mail').dblClick();
  await expect.element(page.getByRole('heading', { name: 'Your mail is trusted' })).toBeVisible();
  expect([signs, api.callsOf('applyDomainPlan').length]).toEqual([true, 1]);
  expect(api.callsOf('planDomain')[0]?.input).toMatchObject({ withSigning: true });
  await region('Others can tell that your mail comes from us').getByText('SPF record').click();
  await expect.element(page.getByText('What your record says')).toBeVisible();
  await expectAccessible();
});

test('where one press takes several steps, the verdict says so, and names none of them alone [VER-04]', async () => {
  await openReputation([], { path: '/email-reputation', domain: { ...aDomainElsewhere(), zoneStatus: 'active' } });
  await expect.element(page.getByRole('heading', { name: /^Not yet: (two|three) steps left$/ })).toBeVisible();
  await expect.element(page.getByText(/^One press takes all of them/)).toBeVisible();
  await expect.element(page.getByText(/One press does it/)).not.toBeInTheDocument();
});

test('where the zone is elsewhere, the verdict shows the record instead [VER-04] [DKM-01]', async () => {
  await openReputation([], { path: '/email-reputation' });
  await expect.element(page.getByRole('heading', { name: 'Not yet: one step left' })).toBeVisible();
  await button('Show me the record').click();
  await expect.element(button('Create a key')).toBeVisible();
});

test('SPF without our servers links to what to change; an unreadable record is named, and so are two [VER-04]', async () => {
  const { api } = await openReputation([], { domain: aDomainElsewhere() });
  const spf = region("Others can't yet tell that your mail comes from us");
  await expect
    .element(spf.getByRole('link', { name: "See the domain's records" }))
    .toHaveAttribute('href', '/domain-verification');
  await expect.element(region("Your mail isn't signed yet")).toMatchTextContent(/One step left.*Create a key below/);
  await expectAccessible();
  const show = async (spfRecords: string[]) => {
    api.use({ readDomainConnection: () => withPolicy(aDomainElsewhere({ spfRecords })) });
    api.live.send('domain-check', {});
  };
  await expect.poll(() => api.live.count).toBe(1);
  await show(['v=spf1 ipv4:192.0.2.1 -all']);
  await expect.element(spf.getByText(/can't read “ipv4:192\.0\.2\.1”/)).toBeVisible();
  await show(['v=spf1 a -all', 'v=spf1 mx -all']);
  await expect.element(spf.getByText(/There are 2 SPF records/)).toBeVisible();
});

test('a record that lets anyone send is never called right, and says what to do [VER-04]', async () => {
  const open = aDomainElsewhere({ spfRecords: ['v=spf1 include:spf.harbour.example +all'] });
  const [spf] = open.findings.filter(({ purpose }) => purpose === 'spf');
  if (!spf) throw new Error('There is no finding about SPF.');
  await openReputation([anActiveKey('s1')], {
    domain: { ...open, findings: [{ ...spf, code: 'SPF_ALLOWS_EVERYBODY' }] },
  });
  const row = region('Your record lets anyone send as bluebottle.coffee');
  await expect.element(row).toMatchTextContent(/End the record with “~all”/);
  await expect.element(row).toMatchTextContent(/One step left/);
  await expectAccessible();
});

test('the DNS lookups of the whole record are counted, and each cause for receivers to give up says what to do [VER-04]', async () => {
  const text = 'v=spf1 include:spf.harbour.example include:lists.example a ~all';
  const { api } = await openReputation([anActiveKey('s1')], {
    domain: aConnectedDomain({
      spfRecords: [text],
      spfWalk: {
        ...{ lookups: 7, maximum: 10, voids: 0, faults: [], unanswered: ['far.example'] },
        parts: [
          { term: 'include:spf.harbour.example', lookups: 5, isWhole: true },
          { term: 'include:lists.example', lookups: 1, isWhole: false },
          { term: 'a', lookups: 1, isWhole: true },
        ],
      },
    }),
  });
  const spf = region('Others can tell that your mail comes from us');
  const terms = spf.getByRole('list', { name: 'What your record says' }).getByRole('listitem');
  const total = spf.getByRole('meter', { name: 'DNS lookups used' });
  await expect.element(terms.nth(0)).toMatchTextContent(/include:spf\.harbour\.example · 5 lookups/);
  await expect.element(terms.nth(1)).toMatchTextContent(/include:lists\.example · At least 1 lookup/);
  await expect.element(total).toHaveAttribute('aria-valuetext', 'At least 7 of 10');
  await expect.element(spf.getByText(/no answer about far\.example/)).toBeVisible();
  await expectAccessible();
  const term = 'include:lists.example';
  type Fault = NonNullable<DomainConnectData['spfWalk']>['faults'][number];
  const faults: [Fault['code'], Fault['attrs'], RegExp][] = [
    [
      'SPF_WALK_TOO_MANY_LOOKUPS',
      { term, maximum: 10 },
      /at most 10 lookups\. They give up at “include:lists\.example”/,
    ],
    ['SPF_WALK_TOO_MANY_VOIDS', { voids: 3, maximum: 2, names: 'x.example, y.example' }, /^3 of the names.*y\.example/],
    ['SPF_WALK_TOO_MANY_MX', { term, name: 'z.example', count: 12, maximum: 10 }, /12 mail servers at z\.example/],
    ['SPF_WALK_INVALID', { term, name: 'z.example', word: 'ipv4:1' }, /can't read “ipv4:1”/],
    ['SPF_WALK_NO_RECORD', { term, name: 'z.example' }, /leads to z\.example, which has no SPF record/],
    ['SPF_WALK_TWO_RECORDS', { term, name: 'z.example' }, /more than one SPF record/],
    ['SPF_WALK_LOOP', { term, name: 'z.example' }, /leads back to z\.example/],
  ];
  await expect.poll(() => api.live.count).toBe(1);
  api.use({
    readDomainConnection: () =>
      withPolicy(
        aConnectedDomain({
          spfRecords: [`v=spf1 ${'a '.repeat(11)}~all`],
          spfWalk: {
            ...{ lookups: 11, maximum: 10, voids: 3, unanswered: [], parts: [] },
            faults: faults.map(([code, attrs]) => ({ code, attrs })),
          },
        }),
      ),
  });
  api.live.send('domain-check', {});
  const flawed = region('Your record names our servers, but others may not read all of it');
  await expect.element(flawed.getByRole('meter')).toHaveAttribute('aria-valuetext', 'More than 10');
  for (const [, , says] of faults) await expect.element(flawed.getByText(says)).toBeVisible();
  await expect.element(flawed.getByText(/The record needs 11 DNS lookups/)).not.toBeInTheDocument();
  await expectAccessible();
});

test('while name servers do not answer, nothing is called wrong [VER-04] [VER-06]', async () => {
  await openReputation([anActiveKey('s1')], { domain: aSilentDomain({ spfVerified: false, spfRecords: [] }) });
  await expect.element(region("We couldn't check who may send for bluebottle.coffee")).toMatchTextContent(/No answer/);
  await expect.element(region('Your mail is signed')).toBeVisible();
});

test('a person without admin rights is told whom to ask, and a failure can be retried [VER-04] [DKM-01]', async () => {
  const { api } = await openReputation([], {
    handlers: {
      listDkimKeys: () => {
        throw refusal('BUNDLE_NOT_FOUND');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: "We couldn't load your email reputation" })).toBeVisible();
  api.use({
    listDkimKeys: () => {
      throw refusal('NOT_AUTHORIZED');
    },
  });
  await button('Try again').click();
  await expect.element(page.getByRole('heading', { name: 'Ask your admin' })).toBeVisible();
});
