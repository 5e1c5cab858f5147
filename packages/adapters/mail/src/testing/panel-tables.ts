import { createHash, randomInt, randomUUID } from 'node:crypto';
import { pollUntil } from '@postern/testkit/poll-until';
import { Client } from 'pg';
import type { MailboxRef } from '../port.ts';
import type { ConformanceDirectory, Standing } from './harness.ts';

const MEGABYTE = 1_048_576;
/** What the panel knows of a domain before its first check. */
const NOTHING = { seenAtMillis: null, absence: null };
const NO_EVIDENCE = JSON.stringify({ ownership: NOTHING, mx: NOTHING, mxProves: true });
/** Dovecot records a session's usage when it ends, or after ten seconds. */
const USAGE_LIMIT_MS = 20_000;

/** The panel's side of the mail port as rows in PostgreSQL, where the real servers read them. */
export class PanelTables implements ConformanceDirectory {
  readonly client: Client;
  readonly #customerId = randomUUID();
  readonly #addresses = new Map<string, string>();

  constructor(postgresPort: number) {
    this.client = new Client({ connectionString: `postgres://postern@127.0.0.1:${postgresPort}/postern` });
  }

  /** Creates the domain's bundle if it doesn't exist; returns its id. */
  async bundleOf(domain: string): Promise<string> {
    const find = () => this.#rows('select bundle_id from name_registry where name = $1', [domain]);
    const [found] = await find();
    if (found) return String(found['bundle_id']);
    const bundleId = randomUUID();
    await this.#rows(
      `insert into bundle (customer_id, bundle_id, partner_id, domain_name, locale, flags, mailbox_count, spam_level, created_at)
       values ($1, $2, 900, $3, 'en', '[]', 0, 'off', now())`,
      [this.#customerId, bundleId, domain],
    );
    await this.#register(domain, 'domain', bundleId, bundleId);
    await this.setStanding(domain, 'unproven');
    return bundleId;
  }

  async setMailbox({ mailboxId, address, quotaBytes }: MailboxRef & { quotaBytes: number }): Promise<void> {
    const bundleId = await this.bundleOf(domainOf(address));
    const quotaMb = Math.floor(quotaBytes / MEGABYTE);
    if (this.#addresses.get(mailboxId) === address) {
      await this.#rows('update mailbox set quota_mb = $2 where mailbox_id = $1', [mailboxId, quotaMb]);
      return;
    }
    this.#addresses.set(mailboxId, address);
    await this.#rows(
      `insert into mailbox (customer_id, bundle_id, mailbox_id, address, display_name, is_admin, state, suspended, quota_mb, flags, created_at, search_text)
       values ($1, $2, $3, $4, '', false, 'ready', false, $5, '[]', now(), $4)`,
      [this.#customerId, bundleId, mailboxId, address, quotaMb],
    );
    await this.#register(address, 'mailbox', bundleId, mailboxId);
  }

  async removeMailbox(mailboxId: string): Promise<void> {
    await this.#rows('delete from name_registry where target_id = $1', [mailboxId]);
    await this.#rows('delete from mailbox where mailbox_id = $1', [mailboxId]);
  }

  async setAlias(address: string, mailboxId: string): Promise<void> {
    const bundleId = await this.bundleOf(domainOf(address));
    const aliasId = randomUUID();
    await this.#rows(
      `insert into mail_alias (customer_id, bundle_id, alias_id, mailbox_id, address, display_name, created_at)
       values ($1, $2, $3, $4, $5, '', now())`,
      [this.#customerId, bundleId, aliasId, mailboxId, address],
    );
    await this.#register(address, 'alias', bundleId, aliasId);
  }

  async setForwarder(address: string, mailboxIds: string[]): Promise<void> {
    const bundleId = await this.bundleOf(domainOf(address));
    const forwarderId = randomUUID();
    await this.#rows(
      'insert into forwarder (customer_id, bundle_id, forwarder_id, address, created_at) values ($1, $2, $3, $4, now())',
      [this.#customerId, bundleId, forwarderId, address],
    );
    for (const mailboxId of mailboxIds)
      await this.#rows(
        'insert into forwarder_recipient (customer_id, bundle_id, forwarder_id, mailbox_id) values ($1, $2, $3, $4)',
        [this.#customerId, bundleId, forwarderId, mailboxId],
      );
    await this.#register(address, 'forwarder', bundleId, forwarderId);
  }

  async setCatchAll(domain: string, mailboxId: string): Promise<void> {
    await this.#rows('update bundle set catch_all_mailbox_id = $2 where bundle_id = $1', [
      await this.bundleOf(domain),
      mailboxId,
    ]);
  }

  /** Sets the standing as if it had just been checked. Mail that waits would have the panel check it again, and undo what was set. */
  async setStanding(domain: string, standing: Standing): Promise<void> {
    await this.#rows(
      `insert into domain_mail (name, customer_id, bundle_id, ownership_token, evidence, is_local, receives, may_send, check_wanted_at)
       values ($1, $2, $3, '', $6, $4, $5, $5, now())
       on conflict (name) do update set is_local = excluded.is_local, receives = excluded.receives, may_send = excluded.may_send,
         is_check_wanted = false, check_wanted_at = excluded.check_wanted_at`,
      [
        ...[domain, this.#customerId, await this.bundleOf(domain), standing === 'local', standing !== 'unproven'],
        NO_EVIDENCE,
      ],
    );
  }

  async setSendingLimit(domain: string, limits: { mailbox: number; domain: number }): Promise<void> {
    const bundleId = await this.bundleOf(domain);
    const planId = randomInt(1_000_000, 2_000_000_000);
    const attrs = { hourlyLimit: limits.mailbox, domainHourlyLimit: limits.domain };
    await this.#rows(
      `insert into plan (plan_id, product, type, display_name, z_index, is_trial, is_free, needs_card, features)
       values ($1, 'MailSuite', $2, '', 1, false, false, false, $3)`,
      [planId, `limited-${planId}`, JSON.stringify([{ type: 'mail_send', attrs }])],
    );
    await this.#rows(
      `insert into plan_order (customer_id, bundle_id, order_id, product, plan_id, billing_cycle, currency, price_minor, accounts_purchased,
         status, flags, auto_renew, created_at)
       values ($1, $2, $3, 'MailSuite', $4, 'monthly', 'USD', 0, 100, 'active', '[]', false, now())`,
      [this.#customerId, bundleId, randomUUID(), planId],
    );
  }

  async changeDomain(from: string, to: string): Promise<void> {
    const bundleId = await this.bundleOf(from);
    const swapped = `split_part(%, '@', 1) || '@' || $2`;
    await this.#rows(
      `update mailbox set stored_as = address, address = ${swapped.replace('%', 'address')} where bundle_id = $1`,
      [bundleId, to],
    );
    await this.#rows(
      `update name_registry set name = ${swapped.replace('%', 'name')} where bundle_id = $1 and kind <> 'domain'`,
      [bundleId, to],
    );
    await this.#rows(`update name_registry set kind = 'former-domain' where name = $1`, [from]);
    await this.#rows('update bundle set domain_name = $2 where bundle_id = $1', [bundleId, to]);
    await this.#register(to, 'domain', bundleId, bundleId);
  }

  async setSpamLevel(domain: string, level: 'strict' | 'basic' | 'off'): Promise<void> {
    await this.#rows('update bundle set spam_level = $2 where bundle_id = $1', [await this.bundleOf(domain), level]);
  }

  async setPassword(mailboxId: string, passwordHash: string): Promise<void> {
    await this.#rows('update mailbox set password_hash = $2 where mailbox_id = $1', [mailboxId, passwordHash]);
  }

  async setSuspended(mailboxId: string, suspended: boolean): Promise<void> {
    await this.#rows('update mailbox set suspended = $2 where mailbox_id = $1', [mailboxId, suspended]);
  }

  /** An app password as the panel stores it, with the hash that Dovecot checks. */
  async addAppPassword(mailboxId: string, password: string): Promise<void> {
    const secretHash = createHash('sha256').update(password).digest('hex');
    await this.#rows(
      `insert into app_password (customer_id, bundle_id, mailbox_id, app_password_id, name, secret_hash, created_at)
       select customer_id, bundle_id, mailbox_id, $2, 'Phone', $3, now() from mailbox where mailbox_id = $1`,
      [mailboxId, randomUUID(), secretHash],
    );
  }

  async removeAppPasswords(mailboxId: string): Promise<void> {
    await this.#rows('delete from app_password where mailbox_id = $1', [mailboxId]);
  }

  async setSecondFactor(mailboxId: string, state: 'pending' | 'enabled' | null): Promise<void> {
    await this.#rows('delete from second_factor where login_id = $1', [mailboxId]);
    if (state === null) return;
    await this.#rows(
      `insert into second_factor (customer_id, login_id, state, sealed_secret, last_step, recovery_hashes, created_at)
       values ($1, $2, $3, '', 0, '[]', now())`,
      [this.#customerId, mailboxId, state],
    );
  }

  /** Signs the mailbox's owner in to the panel; returns the session's token. */
  async addSession({ mailboxId, address }: MailboxRef): Promise<string> {
    const token = randomUUID();
    const tokenHash = createHash('sha256').update(token).digest('base64url');
    await this.#rows(
      `insert into session (token_hash, customer_id, bundle_id, partner_id, mailbox_id, role, email, source,
         password_confirmed_at, created_at, expires_at)
       select $2, customer_id, bundle_id, 900, mailbox_id, 'accountAdmin', $3, 'token', now(), now(), now() + interval '1 hour'
       from mailbox where mailbox_id = $1`,
      [mailboxId, tokenHash, address],
    );
    return token;
  }

  async setState(mailboxId: string, state: 'creating' | 'ready' | 'deleting'): Promise<void> {
    // The panel's own sweep ignores young ones.
    await this.#rows('update mailbox set state = $2, created_at = now() where mailbox_id = $1', [mailboxId, state]);
  }

  /** A DKIM key that is valid from now on. */
  async addSigningKey(domain: string, key: { keyId: string; selector: string; sealed: string }): Promise<void> {
    await this.#rows(
      `insert into dkim_key (customer_id, bundle_id, key_id, domain_name, selector, sealed_private_key, valid_from, created_at)
       values ($1, $2, $3, $4, $5, $6, now() - interval '1 minute', now())`,
      [this.#customerId, await this.bundleOf(domain), key.keyId, domain, key.selector, key.sealed],
    );
  }

  async endSigningKey(keyId: string): Promise<void> {
    await this.#rows("update dkim_key set valid_until = now() - interval '1 second' where key_id = $1", [keyId]);
  }

  async usageWhen(
    mailboxId: string,
    isWanted: (usage: { bytes: number; messages: number }) => boolean,
  ): Promise<{ bytes: number; messages: number }> {
    let usage = { bytes: 0, messages: 0 };
    await pollUntil(
      async () => {
        const rows = await this.#rows('select bytes, messages from mail_usage where address = $1', [
          this.#addresses.get(mailboxId),
        ]);
        usage = { bytes: Number(rows[0]?.['bytes'] ?? 0), messages: Number(rows[0]?.['messages'] ?? 0) };
        return isWanted(usage);
      },
      { timeoutMs: USAGE_LIMIT_MS, onTimeout: () => `The recorded usage stayed at ${JSON.stringify(usage)}` },
    );
    return usage;
  }

  async #register(name: string, kind: string, bundleId: string, targetId: string): Promise<void> {
    await this.#rows(
      'insert into name_registry (name, kind, customer_id, bundle_id, target_id) values ($1, $2, $3, $4, $5)',
      [name, kind, this.#customerId, bundleId, targetId],
    );
  }

  async #rows(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    return (await this.client.query(text, values)).rows as Record<string, unknown>[];
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
