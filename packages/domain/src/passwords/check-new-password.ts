import { allowed, type Refusal, refused, type Verdict } from '../verdict/index.ts';
import { isCommonPassword } from './is-common-password.ts';
import { PASSWORD_MAXIMUM_CHARACTERS, PASSWORD_MINIMUM_CHARACTERS } from './limits.ts';

export type PasswordProblem =
  | 'TOO_SHORT'
  | 'TOO_LONG'
  | 'NO_SPACES'
  | 'CONTROL_CHARACTER'
  | 'NEEDS_LETTER'
  | 'NEEDS_DIGIT'
  | 'NEEDS_SYMBOL'
  | 'TOO_COMMON';

/** `problems` holds all that is wrong, the code being its first. */
export type NewPasswordRefusal = Refusal<PasswordProblem, { problems: PasswordProblem[] }>;

/**
 * Whether a password may be set, for a mailbox or by a reset link. Spec 2 §5, new mailbox.
 * No spaces, because the login field blocks them; a symbol always, because the login rule of Spec 1 §5 asks for one and a
 * password that can be set must be one that can be typed there.
 */
export function checkNewPassword(password: string): Verdict<NewPasswordRefusal> {
  const problems = newPasswordProblems(password);
  return problems[0] === undefined ? allowed : refused(problems[0], { problems });
}

/** Everything that is wrong with a new password, in the order in which a form would tell it; empty when it may be set. */
export function newPasswordProblems(password: string): PasswordProblem[] {
  // Characters as people count them are at most code units, so a longer text needs no counting.
  if (password.length > 4 * PASSWORD_MAXIMUM_CHARACTERS) return ['TOO_LONG'];
  const characters = [...password];
  const problems: PasswordProblem[] = [];
  if (characters.length < PASSWORD_MINIMUM_CHARACTERS) problems.push('TOO_SHORT');
  if (characters.length > PASSWORD_MAXIMUM_CHARACTERS) problems.push('TOO_LONG');
  if (/\s/u.test(password)) problems.push('NO_SPACES');
  if (/(?!\s)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(password)) problems.push('CONTROL_CHARACTER');
  if (!/\p{L}/u.test(password)) problems.push('NEEDS_LETTER');
  if (!/\p{Nd}/u.test(password)) problems.push('NEEDS_DIGIT');
  if (!hasSymbol(password)) problems.push('NEEDS_SYMBOL');
  if (problems.length === 0 && isCommonPassword(password)) problems.push('TOO_COMMON');
  return problems;
}

/** Whether there is a character that is no letter, digit, mark, space or control. Spec 1 §5: at least one special character. */
function hasSymbol(password: string): boolean {
  return /[\p{P}\p{S}]/u.test(password);
}
