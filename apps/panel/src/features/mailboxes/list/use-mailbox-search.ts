import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const PAUSE_MS = 150;

/** What is looked for: `typed` at once, `wanted` after a pause and in the address (`?q=`), so that a found list can be sent to somebody. */
export function useMailboxSearch() {
  const navigate = useNavigate();
  const { q: wanted = '' } = useSearch({ strict: false }) as { q?: string };
  const [typed, setTyped] = useState(wanted);
  const [known, setKnown] = useState(wanted);
  // The address changed by other means, such as the browser's way back.
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
