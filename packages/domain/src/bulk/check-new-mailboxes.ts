import { checkMailboxUserName, isOneLine, normaliseEmailAddress, type UserNameRefusal } from '../addresses/index.ts';
import { checkAlternateEmail, checkAvailability, DISPLAY_NAME_MAXIMUM_CHARACTERS } from '../mailboxes/index.ts';
import { newPasswordProblems, type PasswordProblem } from '../passwords/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import type { WrittenMailbox } from './read-new-mailboxes.ts';
import { readYesOrNo } from './table-words.ts';

/** A mailbox that may be created, judging by its row alone. */
type WantedMailbox = {
  address: string;
  displayName: string;
  alternateEmail: string | null;
  isAdmin: boolean;
  /** Null: the owner gets a link to choose one. */
  password: string | null;
};

type Plain =
  | 'QUOTE_NOT_CLOSED'
  | 'TOO_MANY_CELLS'
  | 'OTHER_DOMAIN'
  | 'TOP_BRAND'
  | 'NAME_TOO_LONG'
  | 'NAME_INVALID'
  | 'ALTERNATE_EMAIL_INVALID'
  | 'ADMIN_UNCLEAR'
  | `PASSWORD_${PasswordProblem}`;

type NewRowRefusal =
  | UserNameRefusal
  | Refusal<Plain, Record<string, unknown>>
  | Refusal<'DUPLICATE_ROW', { firstRow: number }>;

export type CheckedRow = { row: number; email: string; outcome: Outcome<WantedMailbox, NewRowRefusal> };

/**
 * Checks each row by the rules of a new mailbox (Spec 2 §5), and that no address comes twice. A user name alone means the address at the
 * domain.
 */
export function checkNewMailboxes(written: readonly WrittenMailbox[], domainName: string): CheckedRow[] {
  const firstRows = new Map<string, number>();
  return written.map((one) => {
    const outcome = checkOne(one, domainName);
    if (!outcome.ok) return { row: one.row, email: one.email, outcome };
    const { address } = outcome.value;
    const firstRow = firstRows.get(address);
    if (firstRow !== undefined)
      return { row: one.row, email: address, outcome: refused('DUPLICATE_ROW', { firstRow }) };
    firstRows.set(address, one.row);
    return { row: one.row, email: address, outcome };
  });
}

function checkOne(written: WrittenMailbox, domainName: string): Outcome<WantedMailbox, NewRowRefusal> {
  if (written.fault !== undefined) return refused(written.fault, {});
  const typed = normaliseEmailAddress(written.email);
  const at = typed.lastIndexOf('@');
  if (at !== -1 && typed.slice(at + 1) !== domainName) return refused('OTHER_DOMAIN', { domainName });
  const userName = checkMailboxUserName(at === -1 ? typed : typed.slice(0, at));
  if (!userName.ok) return userName;
  const address = `${userName.value}@${domainName}`;
  if (!checkAvailability(address, domainName).ok) return refused('TOP_BRAND', {});
  const displayName = written.displayName.trim().normalize('NFC');
  if (displayName.length > DISPLAY_NAME_MAXIMUM_CHARACTERS)
    return refused('NAME_TOO_LONG', { maximumCharacters: DISPLAY_NAME_MAXIMUM_CHARACTERS });
  if (!isOneLine(displayName)) return refused('NAME_INVALID', {});
  const alternate = written.alternateEmail.trim() === '' ? null : checkAlternateEmail(written.alternateEmail, address);
  if (alternate?.ok === false) return refused('ALTERNATE_EMAIL_INVALID', {});
  const isAdmin = readYesOrNo(written.admin);
  if (isAdmin === null) return refused('ADMIN_UNCLEAR', {});
  const [problem] = written.password === '' ? [] : newPasswordProblems(written.password);
  if (problem !== undefined) return refused(`PASSWORD_${problem}`, {});
  return accepted({
    address,
    displayName,
    alternateEmail: alternate?.value ?? null,
    isAdmin,
    password: written.password === '' ? null : written.password,
  });
}
