import type { Login } from '@postern/contract/session';
import { endVisit, enterVisit } from '@postern/contract/support-visits';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { Loader } from '@postern/ui/feedback/loader';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { Modal } from '@postern/ui/overlays/modal';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { call } from '../../lib/http/api-client.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';

const ASK_EVERY_MS = 3000;

type Props = {
  open: boolean;
  onClose: () => void;
  customerName: string;
  visitId: string;
  expiresAt: string;
  onEntered: (login: Login) => void;
};

/** Waits for the owner's answer in the panel, or takes the code that we emailed to the owner. */
export function AwaitedConsent({ open, onClose, customerName, visitId, expiresAt, onEntered }: Props) {
  const t = useText();
  const format = useFormat();
  const entered = useEffectEvent(onEntered);
  const asked = useQuery({
    queryKey: ['awaited-visit', visitId],
    queryFn: async ({ signal }) => {
      try {
        return await call(enterVisit, { visitId }, { signal });
      } catch (error) {
        if (hasCode(error, 'CONSENT_NEEDED')) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.error || state.data ? false : ASK_EVERY_MS),
    retry: false,
    enabled: open,
  });
  useEffect(() => {
    if (asked.data) entered(asked.data);
  }, [asked.data]);
  const isOver = hasCode(asked.error, 'VISIT_ENDED');
  function leave() {
    if (!isOver) call(endVisit, {}).catch(() => {});
    onClose();
  }
  return (
    <Modal
      open={open}
      onClose={leave}
      width={500}
      title={t(isOver ? 'staff.consent.overTitle' : 'staff.consent.title', { name: customerName })}
      closeLabel={t('app.close')}
      footer={
        <Button kind="quiet" onClick={leave}>
          {t(isOver ? 'app.close' : 'staff.consent.withdraw')}
        </Button>
      }
    >
      {isOver ? (
        <p className="text-pretty text-2nd">{t('staff.consent.over')}</p>
      ) : (
        <div className="grid gap-5">
          <p className="text-pretty">{t('staff.consent.text', { time: format.time(expiresAt) })}</p>
          <Loader place="inline" text={t('staff.consent.waiting')} />
          {asked.error && <Banner kind="bad">{errorText(asked.error, t)}</Banner>}
          <CodeOfOwner visitId={visitId} onEntered={onEntered} />
        </div>
      )}
    </Modal>
  );
}

const EIGHT_DIGITS = /^\d{8}$/;

const entering = {
  mutationFn: async (input: { visitId: string; code: string }) => await call(enterVisit, input),
};

/** For an owner on the phone who can't open the panel. */
function CodeOfOwner({ visitId, onEntered }: Pick<Props, 'visitId' | 'onEntered'>) {
  const t = useText();
  const { run, pending, error } = useSingleCall(entering, onEntered);
  const isWrong = hasCode(error, 'VALIDATION_FAILED');
  const form = useForm({
    initial: { code: '' },
    check: ({ code }): { code?: 'Incomplete' | 'Wrong' } =>
      EIGHT_DIGITS.test(code.replaceAll(/\s/g, '')) ? {} : { code: 'Incomplete' },
    failure: error,
    refused: () => (isWrong ? { code: 'Wrong' as const } : {}),
    submit: ({ code }) => run({ visitId, code }),
  });
  const problem = form.problem('code');
  return (
    <form {...form.attributes} className="flex flex-wrap items-start gap-2.5">
      <Field
        label={t('staff.consent.code')}
        hint={t('staff.consent.codeHint')}
        error={
          problem
            ? t(problem === 'Wrong' ? 'staff.consent.codeWrong' : 'staff.consent.codeIncomplete')
            : form.failure && errorText(form.failure, t)
        }
        className="min-w-48 flex-1"
      >
        <TextInput {...form.text('code')} className="num" inputMode="numeric" autoComplete="off" maxLength={12} />
      </Field>
      <Button type="submit" kind="quiet" pending={pending} className="mt-7">
        {t('staff.consent.enter')}
      </Button>
    </form>
  );
}
