import type { DnsRecordView, listDnsRecords } from '@postern/contract/dns';
import type { planDomain } from '@postern/contract/domain-plan';
import type { OutputOf } from '@postern/contract/operation';
import type { Handlers } from './operations.ts';
import { type PanelOptions, renderPanel } from './render-panel.tsx';
import { aLogin } from './samples.ts';

type ZoneView = OutputOf<typeof listDnsRecords>;

let made = 0;
export const newUuid = (): string => {
  made += 1;
  return `00000000-0000-4000-b000-${String(made).padStart(12, '0')}`;
};

export const aRecord = (type: DnsRecordView['type'], host: string, ...values: string[]): DnsRecordView => ({
  ...{ recordId: newUuid(), type, host, values, ttl: 3600 },
});

export const aZone = (records: DnsRecordView[], changes: Partial<ZoneView> = {}): ZoneView => ({
  ...{ records, zoneStatus: 'active', recordLimit: 200, isPublished: true },
  nameServers: ['ns1.harbour.example', 'ns2.harbour.example'],
  ...changes,
});

export const theUsual = (): DnsRecordView[] => [
  aRecord('A', 'www', '192.0.2.10'),
  aRecord('MX', '@', '10 mx1.harbour.example', '20 mx2.harbour.example'),
  aRecord('TXT', '@', 'v=spf1 include:_spf.google.com ~all'),
  aRecord('CNAME', 'shop', 'shops.example.net'),
];

/** A server that keeps the zone. */
function servingZone(zone: ZoneView): Handlers {
  return {
    listDnsRecords: () => zone,
    planDomain: () => aPlan([]),
    readZoneSigning: () => ({ signing: null }),
    listMissingAddresses: () => ({ addresses: [], count: 0 }),
    upsertDnsRecord: ({ recordId = newUuid(), type, host, values, ttl }) => {
      const record = { recordId, type: type as DnsRecordView['type'], host, values, ttl };
      const at = zone.records.findIndex((each) => each.recordId === recordId);
      zone.records.splice(at < 0 ? zone.records.length : at, at < 0 ? 0 : 1, record);
      return { record };
    },
    deleteDnsRecord: ({ recordId }) => {
      zone.records = zone.records.filter((each) => each.recordId !== recordId);
      return {};
    },
  };
}

export const aPlan = (changes: OutputOf<typeof planDomain>['changes']): OutputOf<typeof planDomain> => ({
  ...{ planId: newUuid(), changes, zoneStatus: 'active' },
});

let opened = 0;

/** The records of bluebottle.coffee on the screen. */
export async function openDns({ zone = aZone(theUsual()), ...options }: PanelOptions & { zone?: ZoneView } = {}) {
  opened += 1;
  return await renderPanel('/manage-dns', {
    signedIn: aLogin({ token: `dns-${opened}` }),
    ...options,
    handlers: { ...servingZone(zone), ...options.handlers },
  });
}
