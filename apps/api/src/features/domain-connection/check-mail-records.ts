import type { MailEvidence } from '@postern/domain/domain-connection';
import { isDeepStrictEqual } from 'node:util';
import { writeAudit } from '../../db/audit.ts';
import { addMailAnswers, type MailName } from '../domain-verification/public.ts';
import type { CheckDeps } from './check-deps.ts';
import { lookForMailRecords } from './look-for-mail-records.ts';

/** Looks up what decides about a domain's mail, and stores it. Returns what is known now; null when the name has a new owner. */
export async function checkMailRecords(
  { db, clock, dns }: CheckDeps,
  name: MailName,
): Promise<{ evidence: MailEvidence; isChanged: boolean } | null> {
  const answers = await lookForMailRecords(dns, name.name, name.ownershipToken);
  return db.asSystem(async (tx) => {
    const added = await addMailAnswers(tx, name, answers, clock.now());
    if (added === null) return null;
    const { evidence, before, after } = added;
    const isChanged = !isDeepStrictEqual(before, after);
    const { customerId, bundleId, name: target } = name;
    if (isChanged)
      await writeAudit(tx, clock, {
        ...{ customerId, bundleId, actor: 'system', action: 'domain.mail-changed', target },
        attrs: { ...after, ...answers },
      });
    return { evidence, isChanged };
  });
}
