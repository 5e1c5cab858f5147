import { useEffect, useState } from 'react';
import { readItem, removeItem, writeItem } from '../../lib/store/storage.ts';

/** Holds the id of the customer who agreed, so that it counts for nobody else who uses this browser. */
const KEY = 'postern.referralConsent';

/** Whether this customer agreed, in this browser, that the programme's script is loaded and told who they are. ADR 119. */
export function useConsent(customer: string) {
  const [agreedAs, setAgreedAs] = useState(() => readItem('local', KEY));
  useEffect(() => {
    // Withdrawn in one tab, it ends in the others.
    const follow = ({ key }: StorageEvent) => (key === KEY || key === null) && setAgreedAs(readItem('local', KEY));
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  return {
    isAgreed: customer !== '' && agreedAs === customer,
    agree() {
      writeItem('local', KEY, customer);
      setAgreedAs(customer);
    },
    withdraw() {
      removeItem('local', KEY);
      setAgreedAs(null);
    },
  };
}
