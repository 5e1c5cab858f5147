import type { EntriTokens } from '@postern/adapter-dns/port';
import type { Post } from '@postern/adapter-dns/post-port';
import type { MailBackend } from '@postern/adapter-mail/port';
import type { MailSource } from '@postern/adapter-mail-source/port';
import type { SourceSignIns } from '@postern/adapter-mail-source/sign-in-port';
import type { Mailer } from '@postern/adapter-mailer/port';
import type { PaymentGateway } from '@postern/adapter-payment/port';
import type { VatRegister } from '@postern/adapter-vat/port';
import type { CardGatewayChoice } from '@postern/contract/purchase';
import type { MailHosts } from '@postern/domain/client-setup';
import type { Retention } from '../config/retention-config.ts';
import type { Database } from '../db/client.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { OnPayment } from '../observe/payment-event.ts';
import type { MovableClock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { WorkerProcess } from '../runtime/worker-process.ts';
import type { PasswordHashing } from '../secrets/password-hashing.ts';
import type { Sealer } from '../secrets/seal.ts';
import type { DnsServices, SigningServer } from './dns-services.ts';
import type { ReferralProgramme } from '@postern/adapter-referral/port';

/** The process that copies imported mail, as a sweep sees it. */
export type ImportWorker = Pick<WorkerProcess<never, never>, 'prepare' | 'work'>;

/** The country (two letters) of an IP address; null when the operator's file doesn't know it. */
export type CountryOfAddress = (address: string) => string | null;

/** The services of one process, made by main.ts from the configuration. A use case names the few that it needs. */
export type Services = {
  db: Database;
  clock: MovableClock;
  log: Log;
  sealer: Sealer;
  hashing: PasswordHashing;
  mail: MailBackend;
  /** Signs in at other people's mail servers, to copy from them. */
  mailSource: MailSource;
  /** The process that copies imported mail; null: this one does. */
  importWorker: ImportWorker | null;
  /** Where people can sign in instead of typing the password of another mail server. */
  signIns: SourceSignIns;
  /** The ports of other mail servers that an import may connect to. */
  importPorts: readonly number[];
  mailer: Mailer;
  dns: DnsServices;
  /** Our zones where they can be signed; null: they are in no such name server. */
  openSigningServer: () => Promise<SigningServer | null>;
  /** Null: the operator has no account at Entri. */
  entri: EntriTokens | null;
  /** Null: the operator has no referral programme. */
  referral: ReferralProgramme | null;
  /** Null: VAT numbers aren't checked, and every buyer pays the tax. */
  vatRegister: VatRegister | null;
  /** Calls the addresses that partners and the operator gave for events. */
  postWebhook: Post;
  gateway: PaymentGateway;
  /** What the browser needs to draw the gateway's card fields; null: no card is taken. */
  cardGateway: CardGatewayChoice | null;
  /** The sandbox gateway's address; null when another gateway is used. */
  sandboxGatewayUrl: (() => Promise<string>) | null;
  jobs: JobQueue;
  onPayment: OnPayment;
  /** The secret with which the operator's webmail signs its tokens; null: it can't sign people in. */
  webmailSecret: Buffer | null;
  publicUrl: string;
  /** The address that the panel's own mails come from. */
  mailFrom: string;
  /** The mail hosts for email apps, everywhere and in the EU region. */
  mailHosts: { everywhere: MailHosts; eu: MailHosts };
  /** Null: nobody is screened by country. */
  countryOfAddress: CountryOfAddress | null;
  /** How long data is kept. */
  keep: Retention;
  /** Whether orders are renewed, stopped and ended automatically. */
  doesRenew: boolean;
};
