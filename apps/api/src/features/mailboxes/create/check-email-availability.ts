import type { UnavailabilityReason } from '@postern/contract/mailbox-administration';
import { checkAvailability, mayWithMailboxes } from '@postern/domain/mailboxes';
import { inArray, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../../db/client.ts';
import { assertMay } from '../../../http/assert-may.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import { readBundle } from '../../bundles/public.ts';
import { nameRegistry } from '../../bundles/tables.ts';

type Availability = { isAvailable: boolean; reason?: UnavailabilityReason };

/** Which addresses are available for a mailbox. A domain that isn't the caller's is not found, whether it exists or not. */
export async function checkEmailAvailability(
  deps: { db: Database },
  { actor }: SessionContext,
  input: { emails: string[]; domainName: string },
): Promise<{ availabilityStatus: Record<string, Availability> }> {
  assertMay(mayWithMailboxes(actor.role, 'checkAvailability'));
  return deps.db.asTenant(actor.customerId, async (tx) => {
    const bundle = await readBundle(tx, actor);
    if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
    const isOurs = input.domainName.trim().toLowerCase() === bundle.domainName;
    const checked = input.emails.map((email) => ({
      email,
      verdict: isOurs ? checkAvailability(email, bundle.domainName) : ({ ok: false, code: 'DomainNotFound' } as const),
    }));
    const taken = await listTaken(
      tx,
      checked.flatMap(({ verdict }) => (verdict.ok ? [verdict.value] : [])),
    );
    const entries = checked.map(({ email, verdict }): [string, Availability] => {
      if (!verdict.ok) return [email, { isAvailable: false, reason: verdict.code }];
      return taken.has(verdict.value)
        ? [email, { isAvailable: false, reason: 'emailExists' }]
        : [email, { isAvailable: true }];
    });
    return { availabilityStatus: Object.fromEntries(entries) };
  });
}

/** The given addresses that are taken. */
export async function listTaken(tx: Queryable, addresses: string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const wanted = sql`(select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb))`;
  const rows = await tx
    .select({ name: nameRegistry.name })
    .from(nameRegistry)
    .where(inArray(nameRegistry.name, wanted));
  return new Set(rows.map((row) => row.name));
}
