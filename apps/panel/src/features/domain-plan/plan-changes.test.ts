import { expect, test } from 'vitest';
import { stepsToMake } from './plan-changes.ts';
import type { PlanChange as Change } from './queries.ts';

const add = (purpose: Change['why']['purpose'], host: string, value: string): Change =>
  ({
    action: 'add',
    before: [],
    after: [{ type: purpose === 'mx' ? 'MX' : 'TXT', host, value, ttlSeconds: 3600 }],
    why: { purpose, verdict: 'missing', code: 'ADD_RECORD' },
  }) as unknown as Change;

const cname = { type: 'CNAME', host: 'mta-sts', value: 'mta-sts.harbour.test', ttlSeconds: 3600 } as const;

test('the changes of a new domain are counted as its own page counts its records: both keys of DKIM are one [VER-01] [DNS-02]', () => {
  const changes = [
    add('mx', '', '10 mx.harbour.test'),
    add('spf', '', 'v=spf1 include:spf.harbour.test ~all'),
    add('dkim', 'hm1._domainkey', 'v=DKIM1; k=rsa; p=MII'),
    add('dkim', 'hm1-ed25519._domainkey', 'v=DKIM1; k=ed25519; p=abc'),
    add('dmarc', '_dmarc', 'v=DMARC1; p=none'),
  ];
  const steps = stepsToMake(changes);
  expect(steps).toHaveLength(4);
  expect(steps.find(({ purpose }) => purpose === 'dkim')?.after, 'and shows both').toHaveLength(2);
});

test('the two records of MTA-STS are one change, as the own page of the domain has one row for them [VER-01] [DNS-02]', () => {
  const steps = stepsToMake([
    add('mta-sts', '_mta-sts', 'v=STSv1; id=1'),
    { ...add('mta-sts', 'mta-sts', ''), after: [cname] },
    add('tls-rpt', '_smtp._tls', 'v=TLSRPTv1; rua=mailto:tls@harbour.test'),
  ]);
  expect(steps.map(({ purpose, after }) => [purpose, after.length])).toEqual([
    ['mta-sts', 2],
    ['tls-rpt', 1],
  ]);
  expect(steps[0]?.codes, 'and the reason is said once').toEqual(['ADD_RECORD']);
});
