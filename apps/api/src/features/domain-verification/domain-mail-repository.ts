import {
  domainMail as mailOf,
  type DomainMail,
  evidenceAfter,
  type MailAnswers,
  type MailEvidence,
  NO_MAIL_EVIDENCE,
  withoutOwnership,
} from '@postern/domain/domain-connection';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { holdDomainName, listDomainNames } from '../bundles/public.ts';
import { domainMail } from './tables.ts';

/** A registered domain, current or former, and the token that its ownership record must contain. */
export type MailName = BundleKey & { name: string; ownershipToken: string };

/** What is known about a domain's mail. A customer's transaction finds only the customer's own. */
export async function findMailEvidence(tx: Queryable, key: BundleKey, name: string): Promise<MailEvidence> {
  const [row] = await tx
    .select({ evidence: domainMail.evidence })
    .from(domainMail)
    .where(and(ofBundle(domainMail, key), eq(domainMail.name, name)));
  return row?.evidence ?? NO_MAIL_EVIDENCE;
}

/**
 * Adds a check's answers to what is known, and stores what follows for the mail servers. Only in a transaction that sees every row: the name
 * may have been another customer's. Null when it no longer belongs to the bundle.
 */
export async function addMailAnswers(
  tx: Queryable,
  { name, ownershipToken, customerId, bundleId }: MailName,
  answers: MailAnswers,
  now: Date,
): Promise<{ evidence: MailEvidence; before: DomainMail; after: DomainMail } | null> {
  if (!(await holdDomainName(tx, { customerId, bundleId }, name))) return null;
  const unknown = { name, customerId, bundleId, ownershipToken, evidence: NO_MAIL_EVIDENCE };
  await tx.insert(domainMail).values(unknown).onConflictDoNothing();
  const [row = unknown] = await tx.select().from(domainMail).where(eq(domainMail.name, name)).for('update');
  const known = evidenceFor(row, { name, ownershipToken, customerId, bundleId });
  const evidence = evidenceAfter(known, answers, now.getTime());
  const after = mailOf(evidence);
  await tx
    .update(domainMail)
    .set({
      ...{ customerId, bundleId, ownershipToken, evidence, ...after, checkedAt: now },
      // It has the bundle's own token, which our name servers don't publish until this.
      ...(answers.ownership === 'present' ? { leftBy: null } : {}),
    })
    .where(eq(domainMail.name, name));
  return { evidence, before: mailOf(known), after };
}

/** The part of a row's evidence that counts for the bundle: all of its own, except for a former token; none of another customer's. */
function evidenceFor(
  row: Pick<typeof domainMail.$inferSelect, 'customerId' | 'bundleId' | 'ownershipToken' | 'evidence'>,
  { customerId, bundleId, ownershipToken }: MailName,
): MailEvidence {
  if (row.customerId !== customerId) return whatIsLeft(row.evidence);
  if (row.bundleId !== bundleId) return { ...NO_MAIL_EVIDENCE, mxProves: row.evidence.mxProves };
  return row.ownershipToken === ownershipToken ? row.evidence : withoutOwnership(row.evidence);
}

/** MX records may have been left to point here: for the next one who has the name they prove nothing. */
const whatIsLeft = ({ mxProves, mx }: MailEvidence): MailEvidence => {
  return { ...NO_MAIL_EVIDENCE, mxProves: mxProves && mx.seenAtMillis === null };
};

/**
 * Forgets what is known about a name that is released, except that MX records and the delegation to our name servers may have been left. One
 * who had the name without a proof didn't delegate it: then it is still the former one's.
 */
export async function forgetMailEvidence(
  tx: Queryable,
  { customerId, bundleId }: BundleKey,
  name: string,
): Promise<void> {
  const unknown = { name, customerId, bundleId, ownershipToken: '', evidence: NO_MAIL_EVIDENCE };
  await tx.insert(domainMail).values(unknown).onConflictDoNothing();
  const [row] = await tx.select().from(domainMail).where(eq(domainMail.name, name)).for('update');
  const evidence = whatIsLeft((row ?? unknown).evidence);
  await tx
    .update(domainMail)
    .set({ evidence, ...mailOf(evidence), leftBy: row?.leftBy ?? customerId })
    .where(eq(domainMail.name, name));
}

/** Notes who left the names that nobody has any more, where that was left out when they were released. */
export const noteLeftNames = (tx: Queryable) =>
  tx
    .update(domainMail)
    .set({ leftBy: sql`${domainMail.customerId}` })
    .where(
      and(isNull(domainMail.leftBy), sql`not exists (select from name_registry n where n.name = ${domainMail.name})`),
    );

/** A registered domain that mail is waiting for, and who has it. */
export type WantedName = BundleKey & { name: string };

/**
 * Takes the marks that the mail servers have set. Each is taken once, however many processes ask. The name that was checked longest ago
 * comes first, so that nobody's many domains with slow name servers keep another's waiting.
 */
export async function takeWantedNames(tx: Queryable, atMost: number): Promise<WantedName[]> {
  const marked = tx
    .select({ name: domainMail.name })
    .from(domainMail)
    .where(eq(domainMail.isCheckWanted, true))
    .orderBy(sql`${domainMail.checkedAt} nulls first`)
    .limit(atMost)
    .for('update', { skipLocked: true });
  const taken = await tx
    .update(domainMail)
    .set({ isCheckWanted: false })
    .where(inArray(domainMail.name, marked))
    .returning({ name: domainMail.name });
  if (taken.length === 0) return [];
  return listDomainNames(
    tx,
    taken.map(({ name }) => name),
  );
}
