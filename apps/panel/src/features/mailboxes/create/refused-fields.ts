import { fieldCodes, hasCode } from '../../../lib/http/api-error.ts';
import type { FieldProblems } from './check-new-mailbox.ts';

const FIELD_OF_PATH = {
  email: { userName: { key: 'mailboxes.create.userNameRefused' } },
  displayName: { displayName: { key: 'mailboxes.create.displayNameRefused' } },
  password: { password: { key: 'mailboxes.create.passwordError' } },
  alternateEmail: { alternateEmail: { key: 'mailboxes.create.invalidEmail' } },
} as const satisfies Record<string, FieldProblems>;

/** The fields that the server refused; empty if its answer is about the whole form. Spec 2 §5, Spec 2 §8. */
export function refusedFields(error: unknown): FieldProblems {
  if (hasCode(error, 'EMAIL_EXISTS')) return { userName: { key: 'mailboxes.create.notAvailable' } };
  const codes = fieldCodes(error);
  const paths = Object.keys(codes).filter((path): path is keyof typeof FIELD_OF_PATH => path in FIELD_OF_PATH);
  const problems = Object.assign({}, ...paths.map((path) => FIELD_OF_PATH[path])) as FieldProblems;
  return codes['email'] === 'TOP_BRAND' ? { ...problems, userName: { key: 'mailboxes.create.topBrand' } } : problems;
}
