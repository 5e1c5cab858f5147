import type { ZoneRecord } from '../dns/index.ts';
import type { ExpectedRecord } from './expected-record.ts';
import { blocked, type Finding, matched, missing, removed, replaced } from './finding.ts';

/** The types that answer for the address of a host. A site is connected when only the expected value answers. Spec 2 §4. */
const ADDRESS_TYPES = ['A', 'AAAA', 'CNAME'];

/** The address or the alias of a site. Other addresses of the host would send some visitors elsewhere, so they are removed. */
export function compareSite(expected: ExpectedRecord, zone: readonly ZoneRecord[]): Finding[] {
  const here = zone.filter(({ host }) => host === expected.host);
  const addresses = here.filter(({ type }) => ADDRESS_TYPES.includes(type));
  const others = here.filter((record) => !addresses.includes(record));
  const isInTheWay = expected.type === 'CNAME' ? others.length > 0 : others.some(({ type }) => type === 'NS');
  // An alias can't share its host; whether the host's mail or texts may go is the owner's decision.
  if (isInTheWay) return [blocked(expected, here, 'HOST_HOLDS_OTHER_RECORDS')];
  const good = addresses.find(({ type, value }) => type === expected.type && value === expected.value);
  const rest = addresses.filter((record) => record !== good);
  if (good) return [matched(expected, [good]), ...rest.map((record) => removeAddress(expected, record))];
  const [first, ...further] = rest;
  if (!first) return [missing(expected)];
  return [
    replaced(expected, [first], codeFor(expected, first)),
    ...further.map((record) => removeAddress(expected, record)),
  ];
}

function removeAddress({ purpose, former = [] }: ExpectedRecord, record: ZoneRecord): Finding {
  return removed(purpose, record, former.includes(record.value) ? 'REMOVE_FORMER_VALUE' : 'REMOVE_OTHER_ADDRESS');
}

function codeFor({ type, former = [] }: ExpectedRecord, record: ZoneRecord) {
  if (former.includes(record.value)) return 'REPLACE_FORMER_VALUE';
  return record.type === 'CNAME' && type !== 'CNAME' ? 'REPLACE_ALIAS' : 'REPLACE_OTHER_VALUE';
}
