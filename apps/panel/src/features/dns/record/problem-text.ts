import type { MessageKey } from '../../../lib/i18n/message-key.ts';
import type { Text } from '../../../lib/i18n/texts.ts';
import { recordName } from '../record-words.tsx';
import type { Problem } from './check-values.ts';
import type { Obstacle } from './server-refusal.ts';

/** What is wrong with a field and what to do. A newer server may refuse for a reason that has no text here. */
export function problemText(problem: Problem | undefined, t: Text): string | undefined {
  if (!problem) return undefined;
  const isMeant = problem.code === 'SPF_VERSION' && 'meant' in problem.attrs;
  const key = isMeant ? 'dns.problem.SPF_MEANT' : (`dns.problem.${problem.code}` satisfies MessageKey);
  const text = t(key, problem.attrs);
  return text === key ? t('dns.problem.other') : text;
}

/** What in the zone conflicts, and what to do. */
export function obstacleText({ code, attrs }: Obstacle, domain: string, t: Text): string {
  const key = `dns.obstacle.${code}` satisfies MessageKey;
  const host = recordName(String(attrs['host'] ?? '@'), domain);
  const text = t(key, { ...attrs, host, target: attrs['target'] ?? '' });
  return text === key ? t('dns.obstacle.other') : text;
}
