import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * The provider's answer in the address, as it is; null if there is none. It leaves the address at once, where a history or a screenshot
 * would keep it.
 */
export function useAnswer(): string | null {
  const { href } = useLocation();
  const navigate = useNavigate();
  const [answer] = useState(() => {
    const query = href.split('#')[0]?.split('?')[1] ?? '';
    return new URLSearchParams(query).has('state') ? query : null;
  });
  useEffect(() => {
    if (answer !== null) void navigate({ to: '.', search: {}, replace: true });
  }, [answer, navigate]);
  return answer;
}
