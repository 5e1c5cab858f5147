import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { takeDraft, useKeptDraft } from '../../lib/reload/drafts.ts';
import { EntryFrame } from './entry-frame.tsx';
import { RequestLink } from './request-link.tsx';
import { SetPassword } from './set-password.tsx';

const LINK = 'reset-password.link';
type LinkQuery = { token?: string; email?: string; username?: string };

/** Requests a mailed link, or sets a new password with the token of one. Spec 1 §2, Forgot/reset password page. */
export function ResetPasswordPage() {
  const search = useSearch({ strict: false }) as LinkQuery;
  const navigate = useNavigate();
  const [link] = useState(() => (search.token ? search : (takeDraft<LinkQuery>(LINK) ?? search)));
  // The token was removed from the address, so our own reload would lose it. Passwords are never kept.
  useKeptDraft(LINK, () => link);
  const isInUrl = Object.keys(search).length > 0;
  // A token in the address would end up in the history, a screenshot or a bookmark.
  useEffect(() => {
    if (isInUrl) void navigate({ to: '.', search: {}, replace: true });
  }, [isInUrl, navigate]);
  const email = link.email ?? link.username ?? '';
  return (
    <EntryFrame>{link.token ? <SetPassword token={link.token} /> : <RequestLink initialEmail={email} />}</EntryFrame>
  );
}
