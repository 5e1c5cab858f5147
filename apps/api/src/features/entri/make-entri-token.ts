import type { EntriTokens } from '@postern/adapter-dns/port';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';

export type EntriDeps = { entri: EntriTokens | null };

/** A token for Entri's form, which sets the records. Without an Entri account this operation is not found. */
export async function makeEntriToken({ entri }: EntriDeps, { actor }: SessionContext): Promise<{ auth_token: string }> {
  assertMay(mayWithDomain(actor.role, 'change'));
  if (entri === null) throw new PanelError('NOT_FOUND');
  try {
    return { auth_token: await entri.make() };
  } catch (cause) {
    throw new PanelError('EXTERNAL_ERROR', {}, { cause });
  }
}
