import type { Plan } from '@postern/contract/plans';
import { aliasLimitOf, hasFeature, mailboxQuotaMb, sendingLimitsOf, sharedQuotaMb } from '@postern/domain/plans';
import type { MessageKey } from '../../../lib/i18n/message-key.ts';

/** What a plan has of one thing: a size in MB, a number, or whether it is there; null: no limit. */
export type PlanFact = {
  label: MessageKey;
  value:
    | { kind: 'size'; megabytes: number | null }
    | { kind: 'count'; count: number | null }
    | { kind: 'has'; has: boolean };
};

type Facts = Pick<Plan, 'features'>;
const has = (has: boolean): PlanFact['value'] => ({ kind: 'has', has });

/** What tells plans apart at a glance, in the same order for each. */
export function planFacts(plan: Facts): PlanFact[] {
  const hasAi = plan.features.some(({ type }) => /(^|_)ai$/.test(type));
  return [
    {
      label: 'upgrade.feature.storage',
      value: { kind: 'size', megabytes: mailboxQuotaMb(plan) ?? sharedQuotaMb(plan) },
    },
    { label: 'upgrade.feature.perDay', value: { kind: 'count', count: sendingLimitsOf(plan, []).mailbox.day } },
    { label: 'upgrade.feature.aliases', value: { kind: 'count', count: aliasLimitOf(plan) } },
    { label: 'upgrade.feature.templates', value: has(hasFeature(plan, 'email_templates')) },
    { label: 'upgrade.feature.later', value: has(hasFeature(plan, 'schedule_send')) },
    { label: 'upgrade.feature.ai', value: has(hasAi) },
  ];
}
