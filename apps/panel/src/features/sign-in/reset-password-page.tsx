import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { takeDraft, useKeptDraft } from '../../lib/reload/drafts.ts';
import { EntryFrame } from './entry-frame.tsx';
import { RequestLink } from './request-link.tsx';
import { SetPassword } from './set-password.tsx';

const LINK = 'reset-password.link';
type LinkQuery = { token?: string; email?: string; username?: string };

/** Asks for a mailed link, or with the token of one for the new password. Spec 1 §2, Forgot/reset password page. */
export function ResetPasswordPage() {
  const search = useSearch({ strict: false }) as LinkQuery;
  const navigate = useNavigate();
  const [link] = useState(() => (search.token ? search : (takeDraft<LinkQuery>(LINK) ?? search)));
  // The link has left the address, so a reload of our own would lose it. Passwords are never kept.
  useKeptDraft(LINK, () => link);
  const isInUrl = Object.keys(search).length > 0;
  // A token that stays in the address ends in a history, a screenshot or a bookmark.
  useEffect(() => {
    if (isInUrl) void navigate({ to: '.', search: {}, replace: true });
  }, [isInUrl, navigate]);
  const email = link.email ?? link.username ?? '';
  return (
    <EntryFrame>{link.token ? <SetPassword token={link.token} /> : <RequestLink initialEmail={email} />}</EntryFrame>
  );
}
