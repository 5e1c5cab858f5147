import type { Alias } from '@postern/contract/aliases';
import { ALIAS_NAME_MAXIMUM_CHARACTERS, checkAliasName } from '@postern/domain/aliases';
import { Button } from '@postern/ui/buttons/button';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { useEffect, useRef } from 'react';
import { problemText } from '../../lib/forms/field-problem.ts';
import { Form } from '../../lib/forms/form.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { nameProblem } from './alias-problems.ts';
import { updateAliasMutation } from './queries.ts';

type Props = { alias: Alias; mailbox: { bundleId: string; email: string }; onDone: () => void };

/** Changes the display name of an alias. Spec 2 §5, alias. */
export function EditAlias({ alias, mailbox, onDone }: Props) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const { run, pending, error } = useSingleCall(updateAliasMutation(mailbox), onDone);
  const form = useForm({
    initial: { displayName: alias.displayName },
    check: ({ displayName }) => ({ displayName: nameProblem(displayName) }),
    submit: ({ displayName }) => {
      const name = checkAliasName(displayName);
      if (!name.ok) return;
      if (name.value === alias.displayName) onDone();
      else run({ senderId: alias.senderId, displayName: name.value });
    },
  });
  useEffect(() => input.current?.select(), []);
  return (
    <Form form={form} className="grid gap-3">
      <Field
        label={t('aliases.nameOf', { email: alias.email })}
        error={problemText(form.problem('displayName'), t) ?? (error && !pending && t('aliases.updateError'))}
      >
        <TextInput
          ref={input}
          {...form.text('displayName')}
          autoComplete="off"
          maxLength={ALIAS_NAME_MAXIMUM_CHARACTERS}
          onKeyDown={(event) => {
            // The dialog asks about unsaved input.
            if (event.key !== 'Escape' || pending || form.isUnsaved) return;
            // Leaves the field, not the dialog around it.
            event.stopPropagation();
            onDone();
          }}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button kind="quiet" size="s" onClick={onDone} disabled={pending}>
          {t('aliases.cancel')}
        </Button>
        <Button type="submit" size="s" pending={pending}>
          {t('aliases.save')}
        </Button>
      </div>
    </Form>
  );
}
