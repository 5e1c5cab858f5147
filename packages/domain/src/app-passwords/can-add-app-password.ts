import { allowed, type Refusal, refused, type Verdict } from '../verdict/index.ts';
import { APP_PASSWORDS_MAXIMUM } from './limits.ts';

export type AddAppPasswordRefusal = Refusal<'APP_PASSWORD_LIMIT_REACHED', { limit: number }>;

/** Whether a mailbox that has so many app passwords may have one more. */
export function canAddAppPassword(count: number): Verdict<AddAppPasswordRefusal> {
  return count < APP_PASSWORDS_MAXIMUM
    ? allowed
    : refused('APP_PASSWORD_LIMIT_REACHED', { limit: APP_PASSWORDS_MAXIMUM });
}
