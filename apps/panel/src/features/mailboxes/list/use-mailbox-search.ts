import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const PAUSE_MS = 150;

/** The search: `typed` changes at once, `wanted` after a pause. It is in the address (`?q=`), so that a result can be shared. */
export function useMailboxSearch() {
  const navigate = useNavigate();
  const { q: wanted = '' } = useSearch({ strict: false }) as { q?: string };
  const [typed, setTyped] = useState(wanted);
  const [known, setKnown] = useState(wanted);
  // The address changed in another way, such as the back button.
  if (known !== wanted) {
    setKnown(wanted);
    if (typed.trim() === known) setTyped(wanted);
  }
  useEffect(() => {
    const q = typed.trim();
    if (q === wanted) return;
    const timer = setTimeout(() => {
      void navigate({ to: '.', search: (former: object) => ({ ...former, q: q || undefined }), replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, wanted, navigate]);
  return { typed, wanted, type: setTyped };
}

export type MailboxSearch = ReturnType<typeof useMailboxSearch>;
