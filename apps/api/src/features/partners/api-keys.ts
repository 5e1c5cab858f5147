import { randomBytes } from 'node:crypto';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { writePartnerAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { CommandError } from '../../feature/command.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { PartnerActor } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { hashToken, newToken } from '../../secrets/tokens.ts';
import { findPartner } from './partner-repository.ts';
import { partner, partnerApiKey } from './tables.ts';

type Deps = { db: Database; clock: Clock };

/** Tells people and scanners of secrets what they have found. */
const PREFIX = 'postern_';

/** Makes an API key for a partner's server. The key is shown once: only its hash is kept. */
export async function addApiKey(deps: Deps, partnerId: number): Promise<{ keyId: string; apiKey: string }> {
  if ((await findPartner(deps.db.global, partnerId)) === null)
    throw new CommandError('NOT_FOUND', `Partner ${partnerId} does not exist.`);
  const keyId = `a_${randomBytes(6).toString('hex')}`;
  const apiKey = `${PREFIX}${newToken()}`;
  await deps.db.asSystem(async (tx) => {
    const row = { keyHash: hashToken(apiKey), partnerId, keyId, createdAt: deps.clock.now(), revokedAt: null };
    await tx.insert(partnerApiKey).values(row);
    const attrs = { keyId };
    await writePartnerAudit(tx, deps.clock, { partnerId, actor: 'cli', action: 'partner-api-key.added', attrs });
  });
  return { keyId, apiKey };
}

/** Refuses calls with this key from now on. */
export async function revokeApiKey(deps: Deps, partnerId: number, keyId: string): Promise<void> {
  await deps.db.asSystem(async (tx) => {
    const revoked = await tx
      .update(partnerApiKey)
      .set({ revokedAt: deps.clock.now() })
      .where(
        and(eq(partnerApiKey.partnerId, partnerId), eq(partnerApiKey.keyId, keyId), isNull(partnerApiKey.revokedAt)),
      )
      .returning({ keyId: partnerApiKey.keyId });
    if (revoked.length === 0)
      throw new CommandError('NOT_FOUND', `Partner ${partnerId} has no active API key ${keyId}.`);
    const attrs = { keyId };
    await writePartnerAudit(tx, deps.clock, { partnerId, actor: 'cli', action: 'partner-api-key.revoked', attrs });
  });
}

/** The partner whose API key this is. Throws UNAUTHENTICATED for a key that is unknown or revoked, and if the partner is closed. */
export async function findPartnerActor({ db }: { db: Database }, apiKey: string): Promise<PartnerActor> {
  const [found] = await db.global
    .select({ partnerId: partnerApiKey.partnerId, keyId: partnerApiKey.keyId })
    .from(partnerApiKey)
    .innerJoin(partner, and(eq(partner.partnerId, partnerApiKey.partnerId), ne(partner.state, 'closed')))
    .where(and(eq(partnerApiKey.keyHash, hashToken(apiKey)), isNull(partnerApiKey.revokedAt)));
  if (found === undefined) throw new PanelError('UNAUTHENTICATED');
  return found;
}
