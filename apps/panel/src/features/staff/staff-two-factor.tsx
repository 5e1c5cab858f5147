import { enableStaffTotp } from '@postern/contract/staff';
import { Button } from '@postern/ui/buttons/button';
import { Loader } from '@postern/ui/feedback/loader';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { EntryFrame } from '../sign-in/panel.ts';
import { CodeField, RecoveryCodes, SecretForApp, useCodeForm } from '../two-factor/panel.ts';
import { secretQuery } from './queries.ts';

const enabling = { mutationFn: async (code: string) => await call(enableStaffTotp, { code }) };

/** Sets up the authenticator app. A new staff account can do nothing else before. */
export function StaffTwoFactor({ token, email }: { token: string; email: string }) {
  const t = useText();
  const secret = useQuery(secretQuery(token));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null)
    return (
      <EntryFrame>
        <h1 className="mb-4">{t('twoFactor.codes.title')}</h1>
        <RecoveryCodes codes={codes} email={email} />
        <Button
          wide
          className="mt-6 min-h-11.5"
          onClick={() => void queryClient.invalidateQueries({ queryKey: queryKeys.staff(token), exact: true })}
        >
          {t('twoFactor.codes.done')}
        </Button>
      </EntryFrame>
    );
  return (
    <EntryFrame>
      <h1>{t('staff.twoFactor.title')}</h1>
      <p className="mt-1.5 mb-6 text-pretty text-2nd">{t('staff.twoFactor.text')}</p>
      {secret.data ? (
        <FirstCode {...secret.data} onCodes={setCodes} />
      ) : secret.error ? (
        <ReadFailed title={t('staff.page.failed')} read={secret} />
      ) : (
        <Loader text={t('app.opening')} />
      )}
    </EntryFrame>
  );
}

type Props = { otpauthUrl: string; secret: string; onCodes: (codes: readonly string[]) => void };

function FirstCode({ otpauthUrl, secret, onCodes }: Props) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const { run, pending, error } = useSingleCall(enabling, ({ recoveryCodes }) => onCodes(recoveryCodes));
  const form = useCodeForm('code', error, run);
  return (
    <form {...form.attributes} className="grid gap-5">
      <SecretForApp otpauthUrl={otpauthUrl} secret={secret} />
      <p className="-mb-2 text-pretty">{t('twoFactor.enable.codeText')}</p>
      <CodeField ref={input} means="code" form={form} />
      {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      <Button type="submit" wide pending={pending} className="min-h-11.5">
        {t('twoFactor.enable.submit')}
      </Button>
    </form>
  );
}
