import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { DkimKeyView } from '@postern/contract/dkim';
import { DKIM_KEYS_MAXIMUM } from '@postern/domain/dkim';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { writeAudit } from '../../db/audit.ts';
import type { BundleKey } from '../../db/bundle-key.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { insertKey } from './dkim-repository.ts';
import { makeEd25519Key } from './make-ed25519-key.ts';
import { toKeyView } from './key-view.ts';
import { lockKeys } from './lock-keys.ts';
import { publishKeysChange } from './publish-keys-change.ts';

/** The size that every receiver supports and that fits into two strings of a TXT record. RFC 8301 §3.2. */
const RSA_BITS = 2048;

const makeKeyPair = promisify(generateKeyPair);

/** Makes an RSA and an Ed25519 key with a new selector. They sign only once their records were seen. The private keys are stored sealed. */
export async function generateDkimKey(
  deps: { db: Database; clock: Clock; sealer: Sealer },
  { actor, requestId }: SessionContext,
): Promise<{ key: DkimKeyView }> {
  assertMay(mayWithDomain(actor.role, 'change'));
  const { customerId, bundleId } = actor;
  const now = deps.clock.now();
  // Making a key takes a while: check the limit first, and don't hold the lock meanwhile.
  await deps.db.asTenant(customerId, (tx) => lockForNewKey(tx, actor, now));
  const { publicKey, privateKey } = await makeKeyPair('rsa', {
    modulusLength: RSA_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const ed25519 = await makeEd25519Key();
  const keyId = newId(now);
  const made = { selector: `postern-${randomBytes(4).toString('hex')}`, publicKey: publicKey.toString('base64') };
  const secrets = {
    sealedPrivateKey: deps.sealer.seal(privateKey, `dkim-key:${keyId}`),
    sealedEd25519Seed: deps.sealer.seal(ed25519.seed, `dkim-key-ed25519:${keyId}`),
  };
  const row = { createdAt: now, validFrom: null, ed25519PublicKey: ed25519.publicKey, isEd25519Seen: false };
  await deps.db.asTenant(customerId, async (tx) => {
    const domainName = await lockForNewKey(tx, actor, now);
    await insertKey(tx, { customerId, bundleId, keyId, domainName, ...made, ...secrets, ...row });
    await writeAudit(tx, deps.clock, {
      ...{ customerId, bundleId, actor: actor.email, requestId, target: domainName },
      ...{ action: 'dkim-key.generated', attrs: { selector: made.selector } },
    });
    await publishKeysChange(tx, deps.clock, actor);
  });
  const unused = { status: 'inactive', isEnabled: false, signsUntilMillis: null } as const;
  return { key: toKeyView({ dkimId: keyId, ...unused, ...made, row }, now) };
}

/** Locks the domain, and throws if it can't have another key. */
async function lockForNewKey(tx: Queryable, bundleKey: BundleKey, now: Date): Promise<string> {
  const { domainName, keys } = await lockKeys(tx, bundleKey, now);
  if (keys.length >= DKIM_KEYS_MAXIMUM) throw new PanelError('DKIM_LIMIT_REACHED', { maximum: DKIM_KEYS_MAXIMUM });
  return domainName;
}
