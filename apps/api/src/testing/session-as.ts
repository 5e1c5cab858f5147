import type { Role } from '@postern/domain/sign-in';
import { eq } from 'drizzle-orm';
import { session } from '../features/session/tables.ts';
import { hashToken, newToken } from '../secrets/tokens.ts';
import type { TestCustomer } from './builders.ts';
import type { TestApp } from './start-test-app.ts';

/** Confirms the password of a session, as if its owner had just typed it. */
export async function confirmAgain(app: TestApp, token: string): Promise<void> {
  const change = { passwordConfirmedAt: app.clock.now() };
  await app.deps.db.global
    .update(session)
    .set(change)
    .where(eq(session.tokenHash, hashToken(token)));
}

type Who = { role: Role; email: string; mailboxId?: string; partnerId?: number };

/** The token of a session with a role on a customer's domain, as a sign-in would create it. */
export async function aSessionAs(
  app: TestApp,
  customer: TestCustomer,
  { role, email, mailboxId, partnerId = app.partner.partnerId }: Who,
): Promise<string> {
  const token = newToken();
  const now = app.clock.now();
  await app.deps.db.global.insert(session).values({
    tokenHash: hashToken(token),
    customerId: customer.customerId,
    bundleId: customer.bundleId,
    partnerId,
    mailboxId: mailboxId ?? null,
    role,
    email,
    source: 'token',
    passwordConfirmedAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
  });
  return token;
}
