import type { UpsertRefusal } from '@postern/domain/dns';
import { fieldCodes, hasCode } from '../../../lib/http/api-error.ts';
import type { TextValues } from '../../../lib/i18n/texts.ts';
import type { Problem, Problems } from './check-values.ts';

/** A conflict with the zone, as a code of the rule. */
export type Obstacle = { code: UpsertRefusal['code']; attrs: TextValues };

/** The fields that the server refused, with the rule's codes; empty if its answer is about none. */
export function problemsOfServer(error: unknown): Problems {
  const problems: Problems = {};
  for (const [path, code] of Object.entries(fieldCodes(error))) {
    const problem = { code: code as Problem['code'], attrs: {} };
    if (path === 'host' || path === 'ttl') problems[path] = problem;
    else if (path.startsWith('values') || path === 'type') problems.values = { ...problem, place: null };
  }
  return problems;
}

/** The conflict that the server found: others may have changed the zone since it was read. */
export function obstacleOfServer(error: unknown): Obstacle | null {
  if (hasCode(error, 'RECORD_EXISTS') || hasCode(error, 'ZONE_FAULT')) {
    const { reason, ...attrs } = error.attrs;
    return { code: String(reason) as Obstacle['code'], attrs: attrs as TextValues };
  }
  if (hasCode(error, 'RECORD_LIMIT_REACHED')) return { code: 'RECORD_LIMIT_REACHED', attrs: error.attrs as TextValues };
  return hasCode(error, 'RECORD_NOT_FOUND') ? { code: 'RECORD_NOT_FOUND', attrs: {} } : null;
}
