import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { instructionLink } from './tables.ts';
import type { Place } from '../dns/public.ts';

export type InstructionLinkRow = typeof instructionLink.$inferSelect;

const ofBundle = ({ customerId, bundleId }: Place) =>
  and(eq(instructionLink.customerId, customerId), eq(instructionLink.bundleId, bundleId));

export const insertInstructionLink = (tx: Queryable, row: InstructionLinkRow) => tx.insert(instructionLink).values(row);

/** Those that open now, the newest first. */
export function listInstructionLinkRows(tx: Queryable, place: Place, now: Date): Promise<InstructionLinkRow[]> {
  return tx
    .select()
    .from(instructionLink)
    .where(and(ofBundle(place), gt(instructionLink.expiresAt, now)))
    .orderBy(desc(instructionLink.createdAt), desc(instructionLink.linkId));
}

/** Closes links; those that it closed. */
export function deleteInstructionLinks(
  tx: Queryable,
  place: Place,
  linkIds: readonly string[],
): Promise<InstructionLinkRow[]> {
  return tx
    .delete(instructionLink)
    .where(and(ofBundle(place), inArray(instructionLink.linkId, [...linkIds])))
    .returning();
}

/** Whose link it is that has this token, while it opens. */
export async function findInstructionLink(
  tx: Queryable,
  tokenHash: string,
  now: Date,
): Promise<InstructionLinkRow | null> {
  const [row] = await tx
    .select()
    .from(instructionLink)
    .where(and(eq(instructionLink.tokenHash, tokenHash), gt(instructionLink.expiresAt, now)));
  return row ?? null;
}
