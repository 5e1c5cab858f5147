import type { MailFilterDirectory } from '@postern/adapter-mail/port';
import { ed25519Selector } from '@postern/domain/dkim';
import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { bundle, nameRegistry } from '../bundles/tables.ts';
import { dkimKey } from '../dkim/tables.ts';
import { maySendFrom, type SenderDeps, senderDirectory } from '../sending/public.ts';

type Deps = SenderDeps & { sealer: Sealer };

/** Answers the mail filter's questions from the panel's tables: allowed senders, room in mailboxes, spam levels, signing keys. */
export function mailFilterDirectory(deps: Deps): MailFilterDirectory {
  const { db, clock, sealer } = deps;
  return {
    ...senderDirectory(deps),
    findFullRecipient: (recipients, sizeBytes) => db.asSystem((tx) => findFullRecipient(tx, recipients, sizeBytes)),
    listSpamLevels: (domains) => db.asSystem((tx) => listSpamLevels(tx, domains)),
    async listSigningKeys(domain) {
      const rows = await db.asSystem((tx) => listValidKeys(tx, domain, clock.now()));
      return rows.flatMap(({ keyId, selector, sealed, ed25519 }) => [
        { selector, privateKey: toBase64(sealer.open(sealed, `dkim-key:${keyId}`)) },
        ...(ed25519 === null
          ? []
          : [{ selector: ed25519Selector(selector), privateKey: sealer.open(ed25519, `dkim-key-ed25519:${keyId}`) }]),
      ]);
    },
  };
}

/** The base64 body of a PEM. */
const toBase64 = (pem: string): string => pem.replaceAll(/-----[^-]+-----|\s/g, '');

async function findFullRecipient(tx: Queryable, recipients: string[], sizeBytes: number): Promise<string | null> {
  const asked = JSON.stringify(recipients);
  const call = sql<
    string | null
  >`mail.first_full_recipient(array(select jsonb_array_elements_text(${asked}::jsonb)), ${sizeBytes}::bigint)`;
  const [row] = await tx.select({ full: call }).from(sql`(values (1)) as once`);
  return row?.full ?? null;
}

async function listSpamLevels(tx: Queryable, domains: string[]) {
  if (domains.length === 0) return [];
  const rows = await tx
    .select({ level: bundle.spamLevel })
    .from(nameRegistry)
    .innerJoin(bundle, ofBundle(bundle, nameRegistry))
    .where(and(inArray(nameRegistry.name, domains), inArray(nameRegistry.kind, ['domain', 'former-domain'])));
  return rows.map(({ level }) => level);
}

/** Only keys of the bundle that has the domain now: a row left behind in another bundle must not sign. */
async function listValidKeys(tx: Queryable, domain: string, now: Date) {
  return tx
    .select({
      ...{ keyId: dkimKey.keyId, selector: dkimKey.selector, sealed: dkimKey.sealedPrivateKey },
      ed25519: sql<string | null>`case when ${dkimKey.isEd25519Seen} then ${dkimKey.sealedEd25519Seed} end`,
    })
    .from(dkimKey)
    .innerJoin(
      nameRegistry,
      and(eq(nameRegistry.name, dkimKey.domainName), eq(nameRegistry.kind, 'domain'), ofBundle(nameRegistry, dkimKey)),
    )
    .where(
      and(
        eq(dkimKey.domainName, domain),
        maySendFrom(domain),
        lte(dkimKey.validFrom, now),
        or(isNull(dkimKey.validUntil), gt(dkimKey.validUntil, now)),
      ),
    )
    .orderBy(sql`${dkimKey.validFrom}`);
}
