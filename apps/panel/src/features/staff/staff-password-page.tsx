import { readStaffLink, setStaffPassword } from '@postern/contract/staff';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { Loader } from '@postern/ui/feedback/loader';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { UiProviders } from '../../lib/frame/ui-providers.tsx';
import { call } from '../../lib/http/api-client.ts';
import { fieldCodes, hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { showToast } from '../../lib/toasts.ts';
import { EntryFrame, SetPasswordForm } from '../sign-in/panel.ts';

/** Where a link of `staff create` leads. */
export function StaffPasswordPage() {
  const token = useToken();
  return (
    <UiProviders>
      <EntryFrame>
        <ChoosePassword token={token} />
      </EntryFrame>
    </UiProviders>
  );
}

/** Takes the token out of the address, where a history or a screenshot would keep it. */
function useToken(): string {
  const search = useSearch({ strict: false }) as { token?: string };
  const navigate = useNavigate();
  const [token] = useState(search.token ?? '');
  const isInUrl = search.token !== undefined;
  useEffect(() => {
    if (isInUrl) void navigate({ to: '.', search: {}, replace: true });
  }, [isInUrl, navigate]);
  return token;
}

const saving = {
  mutationFn: async (input: { token: string; password: string }) => await call(setStaffPassword, input),
};

function ChoosePassword({ token }: { token: string }) {
  const t = useText();
  const navigate = useNavigate();
  const link = useQuery({
    queryKey: ['staff-link', token],
    queryFn: async ({ signal }) => await call(readStaffLink, { token }, { signal }),
    retry: false,
  });
  const { run, pending, error } = useSingleCall(saving, () => {
    showToast(t('setPassword.done'), { kind: 'success' });
    void navigate({ to: PATHS.staff, replace: true });
  });
  const isDead = hasCode(link.error, 'TOKEN_EXPIRED') || hasCode(error, 'TOKEN_EXPIRED');
  if (isDead)
    return (
      <>
        <h1>{t('setPassword.page.firstTitle')}</h1>
        <Banner kind="bad" className="mt-5">
          {t('staff.link.expired')}
        </Banner>
      </>
    );
  if (link.error)
    return (
      <Banner
        kind="bad"
        action={
          <Button kind="quiet" size="s" onClick={() => void link.refetch()}>
            {t('shell.action.retry')}
          </Button>
        }
      >
        {errorText(link.error, t)}
      </Banner>
    );
  if (link.data === undefined) return <Loader text={t('setPassword.page.checking')} />;
  const { email } = link.data;
  const refused = fieldCodes(error)['password'] ?? null;
  return (
    <>
      <h1>{t('setPassword.page.firstTitle')}</h1>
      <p className="mt-1.5 mb-7 text-2nd [overflow-wrap:anywhere]">{t('setPassword.page.firstIntro', { email })}</p>
      <SetPasswordForm
        email={email}
        pending={pending}
        failure={error && refused === null ? errorText(error, t) : null}
        refusedCode={refused}
        onSubmit={(password) => run({ token, password })}
      />
    </>
  );
}
