import type { MessageKey } from '../../lib/i18n/message-key.ts';

const REASONS = {
  ADD_RECORD: 'domainPlan.why.ADD_RECORD',
  ADD_TO_OTHERS: 'domainPlan.why.ADD_TO_OTHERS',
  REPLACE_OTHER_VALUE: 'domainPlan.why.REPLACE_OTHER_VALUE',
  REPLACE_FORMER_VALUE: 'domainPlan.why.REPLACE_FORMER_VALUE',
  REPLACE_INVALID_VALUE: 'domainPlan.why.REPLACE_INVALID_VALUE',
  REMOVE_OTHER_MAIL_SERVER: 'domainPlan.why.REMOVE_OTHER_MAIL_SERVER',
  REMOVE_NULL_MX: 'domainPlan.why.REMOVE_NULL_MX',
  REMOVE_FORMER_VALUE: 'domainPlan.why.REMOVE_FORMER_VALUE',
  REMOVE_OTHER_ADDRESS: 'domainPlan.why.REMOVE_OTHER_ADDRESS',
  REMOVE_SECOND_RECORD: 'domainPlan.why.REMOVE_SECOND_RECORD',
  REPLACE_ALIAS: 'domainPlan.why.REPLACE_ALIAS',
  MERGE_SPF: 'domainPlan.why.MERGE_SPF',
  SPF_ALLOWS_EVERYBODY: 'domainPlan.why.SPF_ALLOWS_EVERYBODY',
  HOST_HOLDS_OTHER_RECORDS: 'domainPlan.why.HOST_HOLDS_OTHER_RECORDS',
  WOULD_BREAK_ZONE: 'domainPlan.why.WOULD_BREAK_ZONE',
  SPF_MERGE_TOO_MANY_LOOKUPS: 'domainPlan.why.SPF_MERGE_TOO_MANY_LOOKUPS',
} as const satisfies Record<string, MessageKey>;

/** Why a step is left to a person: existing SPF records, or a reason named above. */
export const reasonOf = (code: string): MessageKey =>
  code in REASONS ? REASONS[code as keyof typeof REASONS] : 'domainPlan.why.SPF_NOT_JOINED';
