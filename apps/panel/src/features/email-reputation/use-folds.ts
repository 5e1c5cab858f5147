import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

export type Folded = { isOpen: boolean; onToggle: (isOpen: boolean) => void };
export type FoldName = 'spf' | 'dkim' | 'dmarc';

/** Which rows are open: none at first, but for those that the address names: `#dkim`, `#spf,dkim`. */
export function useFolds() {
  const named = useLocation({ select: ({ hash }) => hash });
  const [chosen, setChosen] = useState<Partial<Record<FoldName, boolean>>>({});
  const open = (name: FoldName, isOpen = true) => setChosen((before) => ({ ...before, [name]: isOpen }));
  const foldOf = (name: FoldName): Folded => ({
    isOpen: chosen[name] ?? named.split(',').includes(name),
    onToggle: (isOpen) => open(name, isOpen),
  });
  return { foldOf, open };
}
