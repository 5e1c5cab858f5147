import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { readItem, removeItem, writeItem } from '../../lib/store/storage.ts';

const KEPT = 'postern.importToken';

/** Forgets the link in this tab, once it leads nowhere. */
export const forgetImportToken = (): void => removeItem('session', KEPT);

/**
 * The token of the mailed link. It leaves the address at once, where a history, a screenshot or a bookmark would keep it, and stays with
 * this tab, so that a reload shows the same import.
 */
export function useImportToken(): string {
  const { token: named } = useSearch({ strict: false }) as { token?: string | number };
  const navigate = useNavigate();
  const [token] = useState(() => (named === undefined ? (readItem('session', KEPT) ?? '') : String(named)));
  useEffect(() => {
    if (named === undefined) return;
    writeItem('session', KEPT, String(named));
    void navigate({ to: '.', search: {}, replace: true });
  }, [named, navigate]);
  return token;
}
