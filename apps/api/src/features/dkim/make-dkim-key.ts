import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { DkimKeyView } from '@postern/contract/dkim';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { insertKey, type StoredKey } from './dkim-repository.ts';
import { toKeyView } from './key-view.ts';
import { lockKeys } from './lock-keys.ts';
import { makeEd25519Key } from './make-ed25519-key.ts';
import { publishKeysChange } from './publish-keys-change.ts';

/** The size that every receiver supports and that fits into two strings of a TXT record. RFC 8301 §3.2. */
const RSA_BITS = 2048;

const makeKeyPair = promisify(generateKeyPair);

/**
 * Makes an RSA and an Ed25519 key with a new selector. They sign only once their records were seen. The private keys are stored sealed.
 * `mayMake` gets the domain's keys under its lock; false, and nothing is made.
 */
export async function makeDkimKey(
  deps: { db: Database; clock: Clock; sealer: Sealer },
  { actor, requestId }: SessionContext,
  mayMake: (keys: readonly StoredKey[]) => boolean,
): Promise<DkimKeyView | null> {
  const { customerId, bundleId } = actor;
  const now = deps.clock.now();
  // Making a key takes a while: ask first, and don't hold the lock meanwhile.
  if (!(await deps.db.asTenant(customerId, async (tx) => mayMake((await lockKeys(tx, actor, now)).keys)))) return null;
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
  return deps.db.asTenant(customerId, async (tx) => {
    const { domainName, keys } = await lockKeys(tx, actor, now);
    if (!mayMake(keys)) return null;
    await insertKey(tx, { customerId, bundleId, keyId, domainName, ...made, ...secrets, ...row });
    await writeAudit(tx, deps.clock, {
      ...{ customerId, bundleId, actor: actor.email, requestId, target: domainName },
      ...{ action: 'dkim-key.generated', attrs: { selector: made.selector } },
    });
    await publishKeysChange(tx, deps.clock, actor);
    const unused = { status: 'inactive', isEnabled: false, signsUntilMillis: null } as const;
    return toKeyView({ dkimId: keyId, ...unused, ...made, row }, now);
  });
}
