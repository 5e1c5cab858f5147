import { useText } from './texts.ts';

const [MINUTE, HOUR] = [60, 3600];

/** A duration in the largest unit that divides it: 7200 seconds are "2 hours". */
export function useDurationText() {
  const t = useText();
  return (seconds: number): string => {
    if (seconds % HOUR === 0) return t('dns.ttl.hours', { count: seconds / HOUR });
    if (seconds % MINUTE === 0) return t('dns.ttl.minutes', { count: seconds / MINUTE });
    return t('dns.ttl.seconds', { count: seconds });
  };
}
