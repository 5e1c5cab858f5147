import { hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import type { Text } from '../../lib/i18n/texts.ts';

/** Whether the plan can no longer be applied or undone as it was shown. */
export const isOutdated = (error: unknown): boolean =>
  hasCode(error, 'ZONE_CHANGED') || hasCode(error, 'PLAN_NOT_FOUND');

/** Why a plan wasn't applied. */
export function planProblem(error: Error, t: Text): string {
  if (!hasCode(error, 'RECORD_LIMIT_REACHED')) return errorText(error, t);
  return t('domainPlan.modal.tooMany', { maximum: Number(error.attrs['maximum']) });
}

/** The record that prevents the undo. */
export function undoProblem(error: Error, domain: string, t: Text): string {
  if (!hasCode(error, 'ZONE_CHANGED')) return errorText(error, t);
  const record = error.attrs['record'] as { type?: unknown; host?: unknown } | undefined;
  const place = record?.host ?? error.attrs['host'];
  const host = typeof place === 'string' ? place : '@';
  const name = host === '@' ? domain : `${host}.${domain}`;
  return typeof record?.type === 'string'
    ? t('domainPlan.applied.changed', { type: record.type, name })
    : t('domainPlan.applied.wouldBreak', { name });
}
