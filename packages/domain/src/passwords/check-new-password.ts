import { allowed, type Refusal, refused, type Verdict } from '../verdict/index.ts';
import { hasSymbol } from './has-symbol.ts';
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

/** `problems` has everything that is wrong; the code is the first of them. */
export type NewPasswordRefusal = Refusal<PasswordProblem, { problems: PasswordProblem[] }>;

/**
 * Whether a password may be set, for a mailbox or by a reset link. Spec 2 §5, new mailbox. No spaces, because the login field refuses them.
 * Always a symbol, because the login rule of Spec 1 §5 asks for one, and a new password must be accepted there.
 */
export function checkNewPassword(password: string): Verdict<NewPasswordRefusal> {
  const problems = newPasswordProblems(password);
  return problems[0] === undefined ? allowed : refused(problems[0], { problems });
}

/** Everything that is wrong with a new password, in the order in which a form shows it; empty when it may be set. */
export function newPasswordProblems(password: string): PasswordProblem[] {
  // People count characters, and a text has at least as many code units, so longer ones need no counting.
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
