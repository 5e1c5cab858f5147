import { fieldCodes } from '../../../lib/http/api-error.ts';

const PROBLEMS = ['unknown_code', 'code_ended', 'code_ends_before_charge', 'code_not_for_this'] as const;

/** Why the server refuses a discount code; null if the error is about something else. */
export function codeProblemOf(error: unknown): (typeof PROBLEMS)[number] | null {
  const code = fieldCodes(error)['discountCode'];
  return code === undefined ? null : (PROBLEMS.find((one) => one === code) ?? 'unknown_code');
}
