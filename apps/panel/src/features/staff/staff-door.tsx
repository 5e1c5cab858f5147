import type { StaffMember } from '@postern/contract/staff';
import { Loader } from '@postern/ui/feedback/loader';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { UiProviders } from '../../lib/frame/ui-providers.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { useStaffToken } from '../../lib/session/staff-session.ts';
import { EntryFrame } from '../sign-in/panel.ts';
import { staffQuery } from './queries.ts';
import { StaffFrame } from './staff-frame.tsx';
import { StaffSignIn } from './staff-sign-in.tsx';
import { StaffTwoFactor } from './staff-two-factor.tsx';

type Props = { children: (staff: StaffMember) => ReactNode };

/** Lets members of staff in: they sign in, set up two-factor sign-in once, and then see the page. SUP-01. */
export function StaffDoor({ children }: Props) {
  const token = useStaffToken();
  return (
    <UiProviders>
      {token === null ? (
        <StaffSignIn />
      ) : (
        <SignedIn key={token} token={token}>
          {children}
        </SignedIn>
      )}
    </UiProviders>
  );
}

function SignedIn({ token, children }: Props & { token: string }) {
  const t = useText();
  const read = useQuery(staffQuery(token));
  if (read.data === undefined)
    return (
      <EntryFrame>
        {read.error ? <ReadFailed title={t('staff.page.failed')} read={read} /> : <Loader text={t('app.opening')} />}
      </EntryFrame>
    );
  if (!read.data.hasTwoFactor) return <StaffTwoFactor token={token} email={read.data.email} />;
  return <StaffFrame staff={read.data}>{children(read.data)}</StaffFrame>;
}
