import { expect, test } from 'vitest';
import { recordCards } from './record-cards.ts';

const HOST = 's1._domainkey';
const SECOND = 's1-ed25519._domainkey';
const key = (host: string) => ({
  Type: 'TXT' as const,
  Host: host,
  TTL: 3600,
  Point_to: host,
  purpose: 'dkim' as const,
});
const record = { type: 'TXT' as const, host: HOST, ttlSeconds: 3600, value: HOST };
const known = {
  ...{ mxVerified: true, spfVerified: true, domainOwnershipVerified: true },
  ...{ dkimVerified: false, aVerified: false, cNameVerified: false },
  lookUps: [],
  expectedRecords: [key(HOST), key(SECOND)],
};
const toAdd = (verdict: 'missing' | 'match', before: (typeof record)[]) => {
  const findings = [{ purpose: 'dkim' as const, verdict, code: 'ADD_RECORD', before, after: [record] }];
  return recordCards({ ...known, findings }, ['dkim'], 'shop.test').flatMap((card) =>
    card.toAdd.map(({ host }) => host),
  );
};

test('a missing key record is shown with the optional second one, which alone is nothing to do [VER-01] [DKM-01]', () => {
  expect(toAdd('missing', [])).toEqual([HOST, SECOND]);
  expect(toAdd('match', [record])).toEqual([]);
});

test('ownership that needs no record is not called found before a name server has answered [VER-01]', () => {
  const expectedRecords = [{ ...key('@'), purpose: 'ownership' as const }];
  const stateOf = (verdict: 'missing' | null) => {
    const finding = {
      purpose: 'ownership' as const,
      code: 'ADD_RECORD',
      before: [],
      after: [{ ...record, host: '@' }],
    };
    const findings = verdict === null ? [] : [{ ...finding, verdict }];
    return recordCards({ ...known, expectedRecords, findings }, ['ownership'], 'shop.test')[0]?.state;
  };
  expect(stateOf(null)).toBe('waiting');
  expect(stateOf('missing')).toBe('notNeeded');
});
