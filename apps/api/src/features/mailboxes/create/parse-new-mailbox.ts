import type { FieldProblem } from '@postern/contract/errors';
import type { createMailbox } from '@postern/contract/mailboxes';
import type { ParsedInputOf } from '@postern/contract/operation';
import { checkMailboxUserName, isOneLine, normaliseEmailAddress } from '@postern/domain/addresses';
import { checkAlternateEmail, isTopBrand } from '@postern/domain/mailboxes';
import { checkNewPassword } from '@postern/domain/passwords';
import { type FieldCode, fieldProblem } from '../../../http/field-problem.ts';
import { invalid } from '../../../http/panel-error.ts';

export type NewMailboxInput = {
  address: string;
  password: string;
  isAdmin: boolean;
  alternateEmail: string | null;
  displayName: string;
};

/** Checked again under the bundle's lock, as the domain may have changed since the address was parsed. */
export function assertOfDomain(address: string, domainName: string): void {
  if (address.slice(address.lastIndexOf('@') + 1) === domainName) return;
  throw invalid([fieldProblem('email', 'OTHER_DOMAIN')]);
}

/** Applies the form's rules again to what arrived. All wrong fields are reported at once. */
export function parseNewMailbox(input: ParsedInputOf<typeof createMailbox>, domainName: string): NewMailboxInput {
  const typed = input.email.trim();
  // The name alone is enough: it can only be one of this domain.
  const address = normaliseEmailAddress(typed.includes('@') ? typed : `${typed}@${domainName}`);
  const at = address.lastIndexOf('@');
  const problems: FieldProblem[] = [];
  const refuse = (path: string, code: FieldCode) => problems.push(fieldProblem(path, code));
  if (address.slice(at + 1) !== domainName) refuse('email', 'OTHER_DOMAIN');
  else {
    const userName = checkMailboxUserName(address.slice(0, at));
    if (!userName.ok) refuse('email', userName.code);
    else if (isTopBrand(userName.value)) refuse('email', 'TOP_BRAND');
  }
  const password = checkNewPassword(input.password);
  if (!password.ok) refuse('password', password.code);
  const alternate = input.alternateEmail?.trim() ? checkAlternateEmail(input.alternateEmail, address) : null;
  if (alternate?.ok === false) refuse('alternateEmail', 'invalidEmail');
  const displayName = (input.displayName ?? '').trim().normalize('NFC');
  if (!isOneLine(displayName)) refuse('displayName', 'CONTROL_CHARACTER');
  if (problems.length > 0) throw invalid(problems);
  const alternateEmail = alternate?.ok ? alternate.value : null;
  return { address, password: input.password, isAdmin: input.isAdmin, alternateEmail, displayName };
}
