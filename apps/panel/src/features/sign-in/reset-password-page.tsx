import { EntryFrame } from './entry-frame.tsx';
import { RequestLink } from './request-link.tsx';
import { SetPassword } from './set-password.tsx';
import { useLinkQuery } from './use-link-query.ts';

/** Requests a mailed link, or sets a new password with the token of one. Spec 1 §2, Forgot/reset password page. */
export function ResetPasswordPage() {
  const link = useLinkQuery('reset-password.link');
  const email = link.email ?? link.username ?? '';
  return (
    <EntryFrame>{link.token ? <SetPassword token={link.token} /> : <RequestLink initialEmail={email} />}</EntryFrame>
  );
}
