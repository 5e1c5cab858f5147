import { SIGN_INS_KEPT_DAYS } from '@postern/domain/sign-in-history';
import { integerOf, type Settings } from './setting-values.ts';

/** How long is kept what names people or grows without end. The clean-up deletes what is older. */
export type Retention = {
  signInsDays: number;
  auditDays: number;
  jobsDays: number;
  bulkDays: number;
  unpaidDays: number;
  /** What the books keep about erased customers. */
  booksYears: number;
};

export const RETENTION_SETTINGS = [
  'POSTERN_KEEP_SIGN_INS_DAYS',
  'POSTERN_KEEP_AUDIT_DAYS',
  'POSTERN_KEEP_JOBS_DAYS',
  'POSTERN_KEEP_BULK_DAYS',
  'POSTERN_KEEP_UNPAID_DAYS',
  'POSTERN_KEEP_BOOKS_YEARS',
];

/** What an installation keeps whose operator says nothing. */
export const DEFAULT_RETENTION: Retention = {
  signInsDays: SIGN_INS_KEPT_DAYS,
  auditDays: 1_095,
  jobsDays: 7,
  bulkDays: 30,
  unpaidDays: 90,
  booksYears: 10,
};

export function retentionOf(settings: Settings): Retention {
  const fallback = DEFAULT_RETENTION;
  return {
    signInsDays: integerOf(settings, 'POSTERN_KEEP_SIGN_INS_DAYS', fallback.signInsDays, 1, 3_650),
    // The database lets nobody delete younger rows.
    auditDays: integerOf(settings, 'POSTERN_KEEP_AUDIT_DAYS', fallback.auditDays, 31, 36_500),
    jobsDays: integerOf(settings, 'POSTERN_KEEP_JOBS_DAYS', fallback.jobsDays, 1, 90),
    bulkDays: integerOf(settings, 'POSTERN_KEEP_BULK_DAYS', fallback.bulkDays, 2, 365),
    // A payment page that was left open is cancelled after a day.
    unpaidDays: integerOf(settings, 'POSTERN_KEEP_UNPAID_DAYS', fallback.unpaidDays, 31, 3_650),
    booksYears: integerOf(settings, 'POSTERN_KEEP_BOOKS_YEARS', fallback.booksYears, 1, 30),
  };
}
