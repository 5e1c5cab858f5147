import { Button } from '@postern/ui/buttons/button';
import type { MutationOptions } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { CodeField } from './code-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useCodeForm } from './use-code-form.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  /** Sends a code of the app and gets recovery codes. */
  sending: MutationOptions<{ recoveryCodes: string[] }, Error, string>;
  submitLabel: string;
  /** Whether the first step has only the code field. */
  startsAtField?: boolean;
  /** The content around the field. */
  children: (field: ReactNode) => ReactNode;
} & Pick<ComponentProps<typeof FormModal>, 'title' | 'description' | 'width'>;

/** Two steps: asks for a code of the app, then shows the recovery codes. */
export function RecoveryCodesModal({ open, onClose, sending, submitLabel, startsAtField, children, ...asking }: Props) {
  const t = useText();
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { run, pending, error } = useSingleCall(sending, ({ recoveryCodes }) => setCodes(recoveryCodes));
  const form = useCodeForm('code', error, run);
  return (
    <FormModal
      {...asking}
      open={open}
      onClose={onClose}
      {...(startsAtField ? { initialFocus: input } : {})}
      formId={formId}
      submitLabel={submitLabel}
      pending={pending}
      outcome={
        codes && {
          title: t('twoFactor.codes.title'),
          width: 520,
          isSeenOnce: true,
          content: <RecoveryCodes codes={codes} />,
          buttons: <Button onClick={onClose}>{t('twoFactor.codes.done')}</Button>,
        }
      }
    >
      <form {...form.attributes} id={formId} className="grid gap-5">
        {children(<CodeField ref={input} means="code" form={form} />)}
        {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      </form>
    </FormModal>
  );
}
