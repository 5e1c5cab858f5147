import { signInByTotp } from '@postern/contract/sign-in';
import { useNavigate } from '@tanstack/react-router';
import { usePartner } from '../../lib/frame/partner.ts';
import { call } from '../../lib/http/api-client.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { OpeningScreen } from '../../lib/loading/opening-screen.tsx';
import { PATHS } from '../../lib/paths.ts';
import { EntryFrame, OfacDenied, TotpStep } from '../sign-in/panel.ts';
import type { AutoLogin } from './use-auto-login.ts';

/** What an automatic sign-in shows while it runs, if the visitor's country is denied, or if a code is needed. */
export function OpeningOrDenied({ deniedCountry, challenge, finish, leave }: AutoLogin) {
  const t = useText();
  const navigate = useNavigate();
  const { companyName: company } = usePartner();
  if (challenge !== null)
    return (
      <EntryFrame>
        <TotpStep
          reason={t('widgetLogin.code.text', { company })}
          onCode={async (proof) => finish(await call(signInByTotp, { challenge, ...proof }))}
          onBack={leave}
        />
      </EntryFrame>
    );
  if (deniedCountry === null) return <OpeningScreen />;
  return (
    <EntryFrame>
      <OfacDenied
        country={deniedCountry}
        onBack={() => void navigate({ to: PATHS.login, search: {}, replace: true })}
      />
    </EntryFrame>
  );
}
