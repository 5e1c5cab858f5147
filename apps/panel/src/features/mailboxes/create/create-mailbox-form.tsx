import { showNames, withoutDomain } from '@postern/domain/addresses';
import { DISPLAY_NAME_MAXIMUM_CHARACTERS } from '@postern/domain/mailboxes';
import { Field } from '@postern/ui/forms/field';
import { Switch } from '@postern/ui/forms/switch';
import { TextInput } from '@postern/ui/forms/text-input';
import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import { FIELDS, type FieldName, type NewMailboxValues } from './check-new-mailbox.ts';
import { CreateFailure } from './create-failure.tsx';
import { refusedFields } from './refused-fields.ts';
import { PasswordChoice } from './password-choice.tsx';
import type { NewMailbox } from '../queries.ts';
import { useAvailability } from './use-availability.ts';
import { hasTyped, toNewMailbox, useNewMailboxForm } from './use-new-mailbox-form.ts';

type Props = {
  /** Names the form for the button that sends it from outside. */
  id: string;
  domain: string;
  initial: NewMailboxValues;
  pending: boolean;
  failure: Error | null;
  onSubmit: (mailbox: NewMailbox) => void;
  /** Whether there is something in it that would be missed. */
  onTyped?: (hasTyped: boolean) => void;
  /** Whether it is an admin isn't asked. */
  adminLocked?: boolean;
  firstField: RefObject<HTMLInputElement | null>;
};

/** Who the mailbox is for, its address and its password. Spec 2 §5, new mailbox. */
export function CreateMailboxForm(props: Props) {
  const { id, domain, initial, pending, failure, onSubmit, onTyped, adminLocked = false, firstField } = props;
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const { values, problemOf, change, touch, send } = useNewMailboxForm(initial, failure);
  const availability = useAvailability(domain);
  const focus = (field: FieldName) => form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
  useEffect(() => {
    const refused = refusedFields(failure);
    const first = FIELDS.find((field) => refused[field]);
    if (first) focus(first);
  }, [failure]);
  const isMissed = hasTyped(values);
  useEffect(() => onTyped?.(isMissed), [isMissed, onTyped]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = send();
    if (wrong) return focus(wrong);
    void availability.check(values.userName).then((isAvailable) => {
      if (isAvailable) onSubmit(toNewMailbox(values, domain));
      else focus('userName');
    });
  }
  function leaveUserName() {
    if (values.userName === '') return;
    touch('userName');
    void availability.check(values.userName);
  }
  const error = (field: FieldName) => {
    const problem = problemOf(field) ?? (field === 'userName' ? availability.problemOf(values.userName) : undefined);
    return problem && t(problem.key, problem.values);
  };
  /** A whole address of this domain, pasted, is its user name. */
  const typeUserName = (text: string) => change({ userName: withoutDomain(text, domain) });

  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="grid gap-5">
      <Field
        label={t('mailboxes.create.displayName')}
        hint={t('mailboxes.create.displayNameHint')}
        error={error('displayName')}
      >
        <TextInput
          ref={firstField}
          name="displayName"
          autoComplete="off"
          maxLength={DISPLAY_NAME_MAXIMUM_CHARACTERS}
          value={values.displayName}
          onChange={(event) => change({ displayName: event.target.value })}
          onBlur={() => values.displayName !== '' && touch('displayName')}
        />
      </Field>
      <Field label={t('mailboxes.create.userName')} error={error('userName')}>
        <TextInput
          name="userName"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={values.userName}
          onChange={(event) => typeUserName(event.target.value)}
          onBlur={leaveUserName}
          suffix={
            <span className="max-w-[45vw] text-end leading-tight wrap-anywhere phone:max-w-80">
              @{showNames(domain)}
            </span>
          }
        />
      </Field>
      <PasswordChoice values={values} error={error('password')} onChange={change} onTouch={() => touch('password')} />
      <Field
        label={t('mailboxes.create.alternateEmail')}
        optionalText={t('mailboxes.create.optional')}
        hint={t('mailboxes.create.alternateEmailHint')}
        error={error('alternateEmail')}
      >
        <TextInput
          name="alternateEmail"
          type="email"
          inputMode="email"
          autoComplete="off"
          value={values.alternateEmail}
          onChange={(event) => change({ alternateEmail: event.target.value })}
          onBlur={() => touch('alternateEmail')}
        />
      </Field>
      <Switch
        checked={values.isAdmin}
        onCheckedChange={(isAdmin) => change({ isAdmin })}
        disabled={adminLocked}
        hint={t(adminLocked ? 'mailboxes.replace.adminLocked' : 'mailboxes.create.adminHint')}
      >
        {t('mailboxes.create.admin')}
      </Switch>
      <CreateFailure failure={failure} pending={pending} />
    </form>
  );
}
