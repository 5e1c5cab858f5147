import type { SpfExplanation, SpfMergeRefusal } from '@postern/domain/spf';
import type { Text } from '../../../lib/i18n/texts.ts';

/** One term of an SPF record in plain words. */
export function meaningOf(explanation: SpfExplanation, t: Text): string {
  const { code, result } = explanation;
  const name = 'name' in explanation ? (explanation.name ?? '') : '';
  const address = 'address' in explanation ? explanation.address : '';
  const prefix = 'prefix' in explanation ? explanation.prefix : '';
  return t(`dns.spf.${code}`, { result: result ?? 'none', name, address, prefix, isOwn: name === '' ? 'yes' : 'no' });
}

/** Why two SPF records can't be merged, and what to do. */
export const joinProblem = ({ code, attrs }: SpfMergeRefusal, t: Text): string => t(`dns.spf.${code}`, { ...attrs });
