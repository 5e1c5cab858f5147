import { and, eq, inArray, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { mailbox, mailboxFigures } from '../mailboxes/tables.ts';
import { orderAddOn } from './tables.ts';

/** A piece of an add-on, and the mailbox that has it. */
export type AddOnPiece = {
  pieceId: string;
  /** The add-on in the order's terms that this piece belongs to; null for a piece that isn't charged. */
  termsId: string | null;
  type: string;
  mailboxId: string;
  address: string;
  suspended: boolean;
};

const isEnded = (key: BundleKey, ended: boolean) => and(ofBundle(orderAddOn, key), eq(orderAddOn.ended, ended));

/** The pieces attached to mailboxes, oldest first. */
export const listPieces = (tx: Queryable, key: BundleKey): Promise<AddOnPiece[]> =>
  tx
    .select({
      pieceId: orderAddOn.addOnId,
      termsId: orderAddOn.termsId,
      type: orderAddOn.type,
      mailboxId: orderAddOn.mailboxId,
      address: mailbox.address,
      suspended: mailbox.suspended,
    })
    .from(orderAddOn)
    .innerJoin(mailbox, and(ofBundle(mailbox, key), eq(mailbox.mailboxId, orderAddOn.mailboxId)))
    .where(isEnded(key, false))
    .orderBy(orderAddOn.createdAt, mailbox.address, orderAddOn.addOnId);

/** Pieces of deleted mailboxes that the terms still count. */
export const listEndedPieces = (tx: Queryable, key: BundleKey) =>
  tx.select({ termsId: orderAddOn.termsId }).from(orderAddOn).where(isEnded(key, true));

/** Deletes and returns the pieces of deleted mailboxes. Needs the order's lock. */
export const deleteEndedPieces = (tx: Queryable, key: BundleKey) =>
  tx.delete(orderAddOn).where(isEnded(key, true)).returning({ termsId: orderAddOn.termsId });

type Piece = BundleKey & {
  addOnId: string;
  termsId: string;
  type: string;
  mailboxId: string;
  storageMb: number;
  createdAt: Date;
};

const ofPiece = (key: BundleKey, pieceId: string) => and(ofBundle(orderAddOn, key), eq(orderAddOn.addOnId, pieceId));

export const insertPiece = (tx: Queryable, piece: Piece) =>
  tx.insert(orderAddOn).values({ ...piece, status: 'active' });

export const movePiece = (tx: Queryable, key: BundleKey, pieceId: string, mailboxId: string) =>
  tx.update(orderAddOn).set({ mailboxId }).where(ofPiece(key, pieceId));

export const deletePieces = (tx: Queryable, key: BundleKey, pieceIds: readonly string[]) =>
  tx.delete(orderAddOn).where(and(ofBundle(orderAddOn, key), inArray(orderAddOn.addOnId, [...pieceIds])));

/** A mailbox's stored mail and quota, and the storage that one of its pieces adds, in MB. */
export async function readRoomOf(
  tx: Queryable,
  { customerId, bundleId }: BundleKey,
  { mailboxId, pieceId }: { mailboxId: string; pieceId: string },
): Promise<{ storedMb: number; quotaMb: number; pieceMb: number }> {
  const key = { customerId, bundleId };
  const [row] = await tx
    .select({
      storedMb: sql<number>`(coalesce(${mailboxFigures.usedBytes}, 0) / 1048576.0)::float8`,
      quotaMb: mailbox.quotaMb,
      pieceMb: orderAddOn.storageMb,
    })
    .from(orderAddOn)
    .innerJoin(mailbox, and(ofBundle(mailbox, key), eq(mailbox.mailboxId, mailboxId)))
    .leftJoin(mailboxFigures, and(ofBundle(mailboxFigures, key), eq(mailboxFigures.mailboxId, mailboxId)))
    .where(ofPiece(key, pieceId));
  return row ?? { storedMb: 0, quotaMb: 0, pieceMb: 0 };
}
