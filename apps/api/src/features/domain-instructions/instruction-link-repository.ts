import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { instructionLink } from './tables.ts';

export type InstructionLinkRow = typeof instructionLink.$inferSelect;

export const insertInstructionLink = (tx: Queryable, row: InstructionLinkRow) => tx.insert(instructionLink).values(row);

/** The links that haven't expired, newest first. */
export function listInstructionLinkRows(tx: Queryable, key: BundleKey, now: Date): Promise<InstructionLinkRow[]> {
  return tx
    .select()
    .from(instructionLink)
    .where(and(ofBundle(instructionLink, key), gt(instructionLink.expiresAt, now)))
    .orderBy(desc(instructionLink.createdAt), desc(instructionLink.linkId));
}

/** Deletes links, and returns those that it deleted. */
export function deleteInstructionLinks(
  tx: Queryable,
  key: BundleKey,
  linkIds: readonly string[],
): Promise<InstructionLinkRow[]> {
  return tx
    .delete(instructionLink)
    .where(and(ofBundle(instructionLink, key), inArray(instructionLink.linkId, [...linkIds])))
    .returning();
}

/** Finds the link of a token, unless it has expired. */
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
