import { Field } from '@postern/ui/forms/field';
import type { TextInputProps } from '@postern/ui/forms/text-input';
import type { ReactNode } from 'react';
import { EmailInput } from './email-input.tsx';
import { Form, type FormProps } from './form.tsx';

type Props = {
  form: FormProps['form'];
  input: TextInputProps;
  label: string;
  hint: string;
  /** Said in the hint's place once it is on its way. */
  sent: string | null;
  error: ReactNode;
  /** The button. */
  children: ReactNode;
};

/** One line that sends something to an address, and stays open for the next address. */
export function MailToForm({ form, input, label, hint, sent, error, children }: Props) {
  return (
    <Form form={form}>
      <Field
        label={label}
        hint={
          <span role="status" className={sent ? 'text-good' : undefined}>
            {sent ?? hint}
          </span>
        }
        error={error}
      >
        <div className="flex gap-2.5">
          <EmailInput {...input} />
          {children}
        </div>
      </Field>
    </Form>
  );
}
