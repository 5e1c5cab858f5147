import { Loader } from '@postern/ui/feedback/loader';
import { useQuery } from '@tanstack/react-query';
import { UiProviders } from '../../lib/frame/ui-providers.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { useStaffToken } from '../../lib/session/staff-session.ts';
import { EntryFrame } from '../sign-in/panel.ts';
import { CustomerSearch } from './customer-search.tsx';
import { staffQuery } from './queries.ts';
import { StaffFrame } from './staff-frame.tsx';
import { StaffSignIn } from './staff-sign-in.tsx';
import { StaffTwoFactor } from './staff-two-factor.tsx';

/** Where staff sign in, set up two-factor sign-in once, and then find the customer to help. SUP-01. */
export function StaffPage() {
  const token = useStaffToken();
  return <UiProviders>{token === null ? <StaffSignIn /> : <SignedIn key={token} token={token} />}</UiProviders>;
}

function SignedIn({ token }: { token: string }) {
  const t = useText();
  const read = useQuery(staffQuery(token));
  if (read.data === undefined)
    return (
      <EntryFrame>
        {read.error ? <ReadFailed title={t('staff.page.failed')} read={read} /> : <Loader text={t('app.opening')} />}
      </EntryFrame>
    );
  if (!read.data.hasTwoFactor) return <StaffTwoFactor token={token} email={read.data.email} />;
  return (
    <StaffFrame staff={read.data}>
      <CustomerSearch staff={read.data} />
    </StaffFrame>
  );
}
