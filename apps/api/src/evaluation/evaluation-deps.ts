import type { MailBackend } from '@postern/adapter-mail/port';
import type { Mailer } from '@postern/adapter-mailer/port';
import type { Database } from '../db/client.ts';
import type { MovableClock } from '../runtime/clock.ts';
import type { PasswordHashing } from '../secrets/password-hashing.ts';
import type { Sealer } from '../secrets/seal.ts';

export type EvaluationDeps = {
  db: Database;
  clock: MovableClock;
  sealer: Sealer;
  hashing: PasswordHashing;
  mail: MailBackend;
  /** Sends to the embedded mail server as an outside sender would; null when this process has none. */
  stranger: Mailer | null;
};
