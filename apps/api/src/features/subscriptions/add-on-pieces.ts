import { and, eq } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { mailbox } from '../mailboxes/tables.ts';
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
