import type { DnsRecordView, upsertDnsRecord as contract } from '@postern/contract/dns';
import type { ParsedInputOf } from '@postern/contract/operation';
import { canUpsertRecord, checkRecord, type DnsRecord, type StoredRecord } from '@postern/domain/dns';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { maySetInVisit } from '@postern/domain/support-visits';
import { writeAudit } from '../../db/audit.ts';
import { assertMay } from '../../http/assert-may.ts';
import { notInVisit } from '../../http/not-in-visit.ts';
import { invalid } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { newId } from '../../runtime/ids.ts';
import { lockOrCreateZone } from './lock-or-create-zone.ts';
import { publishRecordsChange } from './publish-records-change.ts';
import { publishZone, type PublishDeps } from './publish-zone.ts';
import { toDnsRecord } from './record-view.ts';
import { zoneRefusal } from './zone-refusal.ts';
import { changeZone } from './zone-repository.ts';

type Input = ParsedInputOf<typeof contract>;

/** Adds a record, or replaces the one with the given id. The name server answers with it at once. Spec 2 §5, DNS record. */
export async function upsertDnsRecord(
  deps: PublishDeps,
  { actor, requestId }: SessionContext,
  input: Input,
): Promise<{ record: DnsRecordView }> {
  assertMay(mayWithDomain(actor.role, 'change'));
  const { customerId, bundleId } = actor;
  const recordId = input.recordId ?? null;
  const stored = await deps.db.asTenant(customerId, async (tx) => {
    const zone = await lockOrCreateZone(tx, deps, actor);
    const record = parseRecord(input, zone.zoneName);
    const before = zone.records.find((each) => each.recordId === recordId);
    if (actor.visit !== undefined && !maySetInVisit(record, before, zone)) throw notInVisit();
    const verdict = canUpsertRecord(record, zone, recordId);
    if (!verdict.ok) throw zoneRefusal(verdict);
    const kept: StoredRecord = { ...record, recordId: recordId ?? newId(deps.clock.now()) };
    if (before !== undefined && isSame(before, kept)) return kept;
    const records = before ? zone.records.map((each) => (each === before ? kept : each)) : [...zone.records, kept];
    await changeZone(tx, zone, records);
    await publishRecordsChange(tx, deps.clock, actor, zone.zoneName);
    await writeAudit(tx, deps.clock, {
      ...{ customerId, bundleId, actor: actor.email, requestId, target: zone.zoneName },
      action: before ? 'dns-record.changed' : 'dns-record.added',
      attrs: before ? { before, after: kept } : { after: kept },
    });
    return kept;
  });
  await publishZone(deps, actor);
  return { record: toDnsRecord(stored) };
}

const isSame = (one: StoredRecord, other: StoredRecord): boolean =>
  one.type === other.type &&
  one.host === other.host &&
  one.ttlSeconds === other.ttlSeconds &&
  one.values.join('\n') === other.values.join('\n');

function parseRecord({ type, host, ttl, values, priority }: Input, zoneName: string): DnsRecord {
  const draft = { type, host, ttl, values, ...(priority === undefined ? {} : { priority }) };
  const checked = checkRecord(draft, zoneName);
  if (checked.ok) return checked.value;
  throw invalid([{ path: checked.field, code: checked.code, message: messageOf(checked.attrs) }]);
}

/** For a developer: what was probably meant, where the rule knows it. */
const messageOf = (attrs: object): string =>
  'meant' in attrs
    ? `Did you mean "${String(attrs.meant)}"?`
    : 'place' in attrs
      ? `Did you mean the host "${String(attrs.place)}"?`
      : 'Not valid in a record of this type.';
