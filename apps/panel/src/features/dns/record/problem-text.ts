import type { MessageKey } from '../../../lib/i18n/message-key.ts';
import type { Text } from '../../../lib/i18n/texts.ts';
import type { Problem } from './check-values.ts';
import { recordName } from '../record-words.tsx';
import type { Obstacle } from './server-refusal.ts';

/** What is wrong with a field and what to do about it. A newer server may refuse for a reason without words here. */
export function problemText(problem: Problem | undefined, t: Text): string | undefined {
  if (!problem) return undefined;
  const key = `dns.problem.${problem.code}` satisfies MessageKey;
  const text = t(key, problem.attrs);
  return text === key ? t('dns.problem.other') : text;
}

/** What of the zone stands in the way, and what to do about that. */
export function obstacleText({ code, attrs }: Obstacle, domain: string, t: Text): string {
  const key = `dns.obstacle.${code}` satisfies MessageKey;
  const host = recordName(String(attrs['host'] ?? '@'), domain);
  const text = t(key, { ...attrs, host, target: attrs['target'] ?? '' });
  return text === key ? t('dns.obstacle.other') : text;
}
