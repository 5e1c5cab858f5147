import { SignJWT } from 'jose';
import type { Clock } from '../runtime/clock.ts';

/** What the webmail signs its tokens with. */
export const WEBMAIL_SECRET = 'a webmail secret of forty characters, so';

let count = 0;

/** A token as the operator's webmail signs it. */
export async function aWebmailToken(
  app: { clock: Clock },
  claims: Record<string, unknown>,
  secret = WEBMAIL_SECRET,
): Promise<string> {
  const exp = Math.floor(app.clock.now().getTime() / 1000) + 60;
  const payload = { aud: 'postern-webmail', jti: `webmail-${++count}`, exp, ...claims };
  return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret));
}
