import { DISPLAY_NAME_MAXIMUM_CHARACTERS } from '@postern/domain/mailboxes';
import { Field } from '@postern/ui/forms/field';
import { Switch } from '@postern/ui/forms/switch';
import { TextInput } from '@postern/ui/forms/text-input';
import { type RefObject, useRef, useState } from 'react';
import { EmailInput } from '../../../lib/forms/email-input.tsx';
import { type FieldProblem, problemText } from '../../../lib/forms/field-problem.ts';
import { SubmitFailure } from '../../../lib/forms/submit-failure.tsx';
import { Form } from '../../../lib/forms/form.tsx';
import { useForm } from '../../../lib/forms/use-form.ts';
import { UserNameInput } from '../../../lib/forms/user-name-input.tsx';
import { useText } from '../../../lib/i18n/texts.ts';
import type { NewMailbox } from '../queries.ts';
import { checkNewMailbox, type FieldProblems, type NewMailboxValues } from './check-new-mailbox.ts';
import { hasTyped, toNewMailbox } from './new-mailbox.ts';
import { PasswordChoice } from './password-choice.tsx';
import { refusedFields } from './refused-fields.ts';
import { useAvailability } from './use-availability.ts';

type Props = {
  /** Names the form for the button that sends it from outside. */
  id: string;
  domain: string;
  initial: NewMailboxValues;
  pending: boolean;
  failure: Error | null;
  onSubmit: (mailbox: NewMailbox) => void;
  /** Tells whether the address is being checked before it is sent. */
  onChecking: (isChecking: boolean) => void;
  /** Why it isn't asked whether the mailbox is an admin: each domain's first one is, and one that replaces another keeps its rights. */
  adminBecause?: keyof typeof ADMIN_HINTS;
  firstField: RefObject<HTMLInputElement | null>;
};

const ADMIN_HINTS = { first: 'mailboxes.create.adminFirst', replaced: 'mailboxes.replace.adminLocked' } as const;

/** Who the mailbox is for, its address and its password. Spec 2 §5, new mailbox. */
export function CreateMailboxForm(props: Props) {
  const { id, domain, initial, pending, failure, onSubmit, onChecking, adminBecause, firstField } = props;
  const t = useText();
  const availability = useAvailability(domain);
  const [unavailable, setUnavailable] = useState<FieldProblem | null>(null);
  const shown = useRef<HTMLDivElement>(null);
  const checking = useRef(false);
  async function send(right: NewMailboxValues): Promise<void> {
    const { current } = shown;
    if (!current || checking.current) return;
    checking.current = true;
    onChecking(true);
    const problem = await availability.check(right.userName);
    checking.current = false;
    onChecking(false);
    // A person who has discarded the form no longer wants the mailbox.
    if (!current.isConnected) return;
    setUnavailable(problem);
    if (!problem) onSubmit(toNewMailbox(right, domain));
  }
  const form = useForm({
    initial,
    check: (values) => checkNewMailbox(values, domain),
    judge: 'leftFilled',
    failure: unavailable ?? failure,
    refused: (refusal) => (refusal instanceof Error ? refusedFields(refusal) : { userName: refusal }),
    submit: (values) => void send(values),
  });
  const { values, change } = form;

  function leaveUserName() {
    if (values.userName === '') return;
    form.leave('userName');
    void availability.check(values.userName);
  }
  const error = (field: keyof FieldProblems) => problemText(form.problem(field), t);

  return (
    <Form form={form} isUnsaved={hasTyped(values)} id={id} className="grid gap-5">
      <Field
        label={t('mailboxes.create.displayName')}
        hint={t('mailboxes.create.displayNameHint')}
        error={error('displayName')}
      >
        <TextInput
          ref={firstField}
          {...form.text('displayName')}
          autoComplete="off"
          maxLength={DISPLAY_NAME_MAXIMUM_CHARACTERS}
        />
      </Field>
      <Field
        label={t('mailboxes.create.userName')}
        error={error('userName') ?? problemText(availability.problemOf(values.userName), t)}
      >
        <UserNameInput
          {...form.text('userName')}
          domain={domain}
          onType={(userName) => change({ userName })}
          onBlur={leaveUserName}
        />
      </Field>
      <PasswordChoice
        values={values}
        error={error('password')}
        onChange={change}
        onLeave={() => form.leave('password')}
      />
      <Field
        label={t('mailboxes.create.alternateEmail')}
        optionalText={t('mailboxes.create.optional')}
        hint={t('mailboxes.create.alternateEmailHint')}
        error={error('alternateEmail')}
      >
        <EmailInput {...form.text('alternateEmail')} />
      </Field>
      <Switch
        checked={adminBecause === 'first' || values.isAdmin}
        onCheckedChange={(isAdmin) => change({ isAdmin })}
        disabled={adminBecause !== undefined}
        hint={t(adminBecause ? ADMIN_HINTS[adminBecause] : 'mailboxes.create.adminHint')}
      >
        {t('mailboxes.create.admin')}
      </Switch>
      {form.failure instanceof Error && <SubmitFailure failure={form.failure} pending={pending} />}
      <div ref={shown} hidden />
    </Form>
  );
}
