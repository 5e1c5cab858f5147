import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { takeDraft, useKeptDraft } from '../../lib/reload/drafts.ts';

/** What a mailed link's address says. */
type LinkQuery = { token?: string; email?: string; username?: string };

/** Takes what a mailed link says out of the address, where a history, a screenshot or a bookmark would keep it. `draft` keeps it over our own reload. */
export function useLinkQuery(draft: string): LinkQuery {
  const search = useSearch({ strict: false }) as LinkQuery;
  const navigate = useNavigate();
  const [link] = useState(() => (search.token ? search : (takeDraft<LinkQuery>(draft) ?? search)));
  // The token was removed from the address, so our own reload would lose it. Passwords are never kept.
  useKeptDraft(draft, () => link);
  const isInUrl = Object.keys(search).length > 0;
  useEffect(() => {
    if (isInUrl) void navigate({ to: '.', search: {}, replace: true });
  }, [isInUrl, navigate]);
  return link;
}
