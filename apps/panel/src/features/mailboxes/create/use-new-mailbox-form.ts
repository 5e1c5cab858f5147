import { checkMailboxUserName } from '@postern/domain/addresses';
import { FORM_PASSWORD_OPTIONS, generatePassword } from '@postern/domain/passwords';
import { useState } from 'react';
import { useSession } from '../../../lib/session/session-store.ts';
import {
  checkNewMailbox,
  FIELDS,
  type FieldName,
  type FieldProblem,
  type NewMailboxValues,
} from './check-new-mailbox.ts';
import { refusedFields } from './refused-fields.ts';
import type { NewMailbox } from '../queries.ts';

const GENERATED_CHARACTERS = 16;

export const newPassword = (): string =>
  generatePassword({ ...FORM_PASSWORD_OPTIONS, length: GENERATED_CHARACTERS }, (count) =>
    crypto.getRandomValues(new Uint8Array(count)),
  );

export const emptyMailbox = (): NewMailboxValues => ({
  displayName: '',
  userName: '',
  isGenerated: true,
  password: newPassword(),
  alternateEmail: '',
  isAdmin: false,
});

/** Whether there is anything in the form that its writer would miss. */
export const hasTyped = (values: NewMailboxValues): boolean =>
  [values.displayName, values.userName, values.alternateEmail, values.isGenerated ? '' : values.password].some(
    (text) => text !== '',
  );

/** What is typed, and what is wrong with it as soon as its writer has left the field. */
export function useNewMailboxForm(initial: NewMailboxValues, failure: unknown) {
  const [values, setValues] = useState(initial);
  const [sent, setSent] = useState<NewMailboxValues | null>(null);
  const [touched, setTouched] = useState<readonly FieldName[]>([]);
  const { domain = '' } = useSession();
  const problems = checkNewMailbox(values, domain);
  const refused = refusedFields(failure);

  function problemOf(field: FieldName): FieldProblem | undefined {
    // What the server refused is wrong until it is changed.
    if (refused[field] && sent?.[field] === values[field]) return refused[field];
    return touched.includes(field) ? problems[field] : undefined;
  }
  return {
    values,
    problemOf,
    change: (changes: Partial<NewMailboxValues>) => setValues((before) => ({ ...before, ...changes })),
    touch: (field: FieldName) => setTouched((before) => (before.includes(field) ? before : [...before, field])),
    /** The first field that can't be sent as it is; null when `values` are on their way. */
    send(): FieldName | null {
      setTouched(FIELDS);
      const wrong = FIELDS.find((field) => problems[field]);
      if (!wrong) setSent(values);
      return wrong ?? null;
    },
  };
}

/** The form's content as the server takes it. Only for values without a problem. */
export function toNewMailbox(values: NewMailboxValues, domain: string): NewMailbox {
  const userName = checkMailboxUserName(values.userName);
  if (!userName.ok) throw new Error('a mailbox without a user name was submitted');
  const alternateEmail = values.alternateEmail.trim();
  return {
    email: `${userName.value}@${domain}`,
    displayName: values.displayName.trim(),
    password: values.password,
    isAdmin: values.isAdmin,
    ...(alternateEmail ? { alternateEmail } : {}),
  };
}
