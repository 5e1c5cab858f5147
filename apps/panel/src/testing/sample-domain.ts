import type { DomainConnectData } from '@postern/contract/domain-connection';

type Finding = DomainConnectData['findings'][number];
type ZoneRecord = Finding['before'][number];

const DOMAIN = 'bluebottle.coffee';
const OWNERSHIP = 'postern-verification=5f2b8a90c1d34e7fa6b07c2d9e18f345';
const SPF = 'v=spf1 include:spf.harbour.example ~all';

const record = (type: ZoneRecord['type'], value: string, ttlSeconds = 3600): ZoneRecord => ({
  ...{ type, host: '@', ttlSeconds, value },
});
const RECORDS = {
  ownership: record('TXT', OWNERSHIP, 14_400),
  mx1: record('MX', '10 mx1.harbour.example'),
  mx2: record('MX', '20 mx2.harbour.example'),
  spf: record('TXT', SPF),
};
const match = (purpose: Finding['purpose'], found: ZoneRecord): Finding => ({
  ...{ purpose, verdict: 'match', code: 'AS_EXPECTED', before: [found], after: [found] },
});
const missing = (purpose: Finding['purpose'], wanted: ZoneRecord): Finding => ({
  ...{ purpose, verdict: 'missing', code: 'ADD_RECORD', before: [], after: [wanted] },
});
const inTheWay = (value: string, code: Finding['code'] = 'REMOVE_OTHER_MAIL_SERVER'): Finding => ({
  ...{ purpose: 'mx', verdict: 'conflict', code, before: [record('MX', value)], after: [] },
});
const lookUp = (type: ZoneRecord['type'], outcome = 'found', name = DOMAIN): DomainConnectData['lookUps'][number] => ({
  ...{ name, type, outcome },
  asked: [{ server: 'ns-12.gandi.net', transport: 'udp', outcome }],
});
const expected = ({ type, host, ttlSeconds, value }: ZoneRecord, purpose: Finding['purpose']) => {
  const row = { Type: type, Host: host, TTL: ttlSeconds, purpose };
  const [priority, exchange = ''] = value.split(' ');
  return type === 'MX' ? { ...row, Point_to: exchange, Priority: Number(priority) } : { ...row, Point_to: value };
};

/** A domain whose mail is connected, checked a moment ago. */
export const aConnectedDomain = (changes: Partial<DomainConnectData> = {}): DomainConnectData => ({
  mxVerified: true,
  spfVerified: true,
  domainOwnershipVerified: true,
  dkimVerified: true,
  aVerified: false,
  cNameVerified: false,
  lastUpdated: new Date().toISOString(),
  DomainNotFound: false,
  LookupTimeout: false,
  mxRecords: ['10 mx1.harbour.example', '20 mx2.harbour.example'],
  spfRecords: [SPF],
  nsRecords: ['ns-12.gandi.net', 'ns-77.gandi.net'],
  provider: null,
  aRecords: [],
  spfWalk: null,
  expectedRecords: [
    expected(RECORDS.ownership, 'ownership'),
    expected(RECORDS.mx1, 'mx'),
    expected(RECORDS.mx2, 'mx'),
    expected(RECORDS.spf, 'spf'),
  ],
  isDomainConnectDomain: false,
  status: 'verified',
  failure: null,
  isChecking: false,
  findings: [
    match('ownership', RECORDS.ownership),
    match('mx', RECORDS.mx1),
    match('mx', RECORDS.mx2),
    match('spf', RECORDS.spf),
  ],
  faults: [],
  lookUps: [lookUp('MX'), lookUp('TXT')],
  zoneStatus: 'inactive',
  ownershipDeadline: null,
  ...changes,
});

/** The same domain with only its ownership proven: its MX and SPF records are of another provider. */
export const aDomainElsewhere = (changes: Partial<DomainConnectData> = {}): DomainConnectData => {
  const spf = record('TXT', 'v=spf1 include:_spf.google.com ~all');
  return aConnectedDomain({
    ...{ mxVerified: false, spfVerified: false, status: 'verifying' },
    mxRecords: ['10 mail.oldhost.net', '20 mail2.oldhost.net'],
    spfRecords: [spf.value],
    findings: [
      match('ownership', RECORDS.ownership),
      missing('mx', RECORDS.mx1),
      missing('mx', RECORDS.mx2),
      inTheWay('10 mail.oldhost.net'),
      inTheWay('20 mail2.oldhost.net'),
      {
        ...{ purpose: 'spf', verdict: 'conflict', code: 'MERGE_SPF', before: [spf] },
        after: [record('TXT', 'v=spf1 include:spf.harbour.example include:_spf.google.com ~all')],
      },
    ],
    ...changes,
  });
};

/** A domain with a null MX record, which receives no mail. */
export const aNullMxDomain = (): DomainConnectData =>
  aDomainElsewhere({
    mxRecords: ['0 .'],
    findings: [missing('mx', RECORDS.mx1), missing('mx', RECORDS.mx2), inTheWay('0 .', 'REMOVE_NULL_MX')],
  });

/** The same domain when its name servers don't answer. */
export const aSilentDomain = (changes: Partial<DomainConnectData> = {}): DomainConnectData => {
  const { findings, expectedRecords } = aConnectedDomain();
  return aConnectedDomain({
    ...{ failure: 'LOOKUP_TIMEOUT', LookupTimeout: true, nsRecords: [] },
    findings: findings.map(({ purpose }) => ({
      ...{ purpose, verdict: 'unknown', code: 'LOOK_UP_FAILED', before: [], after: [] },
    })),
    lookUps: [lookUp('MX', 'timed-out'), lookUp('TXT', 'timed-out')],
    expectedRecords,
    ...changes,
  });
};
