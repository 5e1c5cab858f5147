import type { StoredRecord } from '@postern/domain/dns';
import type { UndoPlan, ZoneChange } from '@postern/domain/domain-plan';
import { index, integer, jsonb, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** Changes proposed for a zone, and, once they are applied, how to undo them. */
export const zonePlan = pgTable(
  'zone_plan',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    planId: uuid('plan_id').notNull(),
    zoneVersion: integer('zone_version').notNull(),
    changes: jsonb('changes').$type<ZoneChange[]>().notNull(),
    undoId: uuid('undo_id').notNull(),
    /** Null: not applied. `version` is the zone's version after it. */
    undo: jsonb('undo').$type<{ plan: UndoPlan; records: StoredRecord[]; version: number }>(),
    undoneAt: instant('undone_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.planId] }),
    uniqueIndex('zone_plan_undo').on(table.customerId, table.bundleId, table.undoId),
    index('zone_plan_age').on(table.createdAt),
  ],
);
