import * as contract from '@postern/contract/dns';
import type { Serve } from '../../http/serve.ts';
import { deleteDnsRecord } from './delete-dns-record.ts';
import { listDnsRecords } from './list-dns-records.ts';
import type { PublishDeps } from './publish-zone.ts';
import { readZoneSigning } from './read-zone-signing.ts';
import { upsertDnsRecord } from './upsert-dns-record.ts';

export function dnsRoutes(serve: Serve, deps: PublishDeps): void {
  serve(contract.listDnsRecords, (context) => listDnsRecords(deps, context));
  serve(contract.readZoneSigning, (context) => readZoneSigning(deps, context));
  serve(contract.upsertDnsRecord, (context, input) => upsertDnsRecord(deps, context, input));
  serve(contract.deleteDnsRecord, (context, input) => deleteDnsRecord(deps, context, input.recordId));
}
