import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createChecks } from '@postern/adapter-dns/checks';
import { poster } from '@postern/adapter-dns/public-internet/post';
import { startEmbeddedDns } from '@postern/adapter-dns/embedded';
import { startEmbeddedMail } from '@postern/adapter-mail/embedded';
import type { MailBackend } from '@postern/adapter-mail/port';
import { openIdSignIns } from '@postern/adapter-mail-source/open-id-sign-ins';
import { type MailSource, MailSourceError } from '@postern/adapter-mail-source/port';
import type { SourceSignIns } from '@postern/adapter-mail-source/sign-in-port';
import {
  listOutbox,
  type OutboxMessage,
  outboxFolderMailer,
  readOutboxMessage,
} from '@postern/adapter-mailer/outbox-folder';
import { sandboxGateway } from '@postern/adapter-payment/sandbox';
import type { VatRegister } from '@postern/adapter-vat/port';
import { RESERVED_TOP_LEVEL_DOMAINS } from '@postern/domain/domain-connection';
import { IMAP_PORT, IMAPS_PORT } from '@postern/domain/mail-import';
import { DEFAULT_BLOCKED_COUNTRIES } from '@postern/domain/purchase';
import { type MovingClock, movingClock } from '@postern/testkit/moving-clock';
import { createDatabase, dropDatabase, throughSocket } from '@postern/testkit/test-database';
import { pino } from 'pino';
import { inject } from 'vitest';
import { type AppDeps, buildApp } from '../app.ts';
import { DEFAULT_RETENTION } from '../config/retention-config.ts';
import { openDatabase } from '../db/client.ts';
import { saveProvenTopLevelDomains } from '../db/proven-top-level-domains.ts';
import type { DnsServices } from '../feature/dns-services.ts';
import { FEATURES, mailDirectory } from '../features/index.ts';
import { createPartner } from '../features/partners/public.ts';
import { importCatalogue } from '../features/plans/public.ts';
import { blockedCountry } from '../features/purchase/tables.ts';
import { createJobQueue } from '../jobs/job-queue.ts';
import { type AroundCall, aroundCalls, watchPort } from '../observe/around-calls.ts';
import { traceDatabase, traceStatement } from '../observe/trace-database.ts';
import type { Tracer } from '../observe/tracer.ts';
import { GATEWAY_CALLS, LOOK_UPS } from '../observe/watched-calls.ts';
import { createMetrics } from '../plugins/metrics.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import { errorSerializer } from '../runtime/log.ts';
import { readRelease } from '../runtime/release.ts';
import { gatewaySecrets } from '../secrets/gateway-secrets.ts';
import { type HashingCost, passwordHashing } from '../secrets/password-hashing.ts';
import { createSealer } from '../secrets/seal.ts';
import { startJobs } from '../start/start-jobs.ts';
import { builtApi } from './built-api.ts';
import { copyEmbeddedDatabase } from './embedded-template.ts';
import { startTestInternet, type TestInternet } from './start-test-internet.ts';
import { type TestClient, testClient } from './test-client.ts';
import { startTestGateway, type TestGateway } from './test-gateway.ts';
import { WEBMAIL_SECRET } from './webmail-token.ts';

const PUBLIC_URL = 'http://panel.test';
/** The lowest cost that Argon2 accepts. two-processes.test.ts checks the real cost on a running server. */
const CHEAP: HashingCost = { memoryCost: 8, timeCost: 1 };
const MAIL_HOSTS = {
  everywhere: { imap: 'imap.mail.test', pop: 'pop.mail.test', smtp: 'smtp.mail.test' },
  eu: { imap: 'imap-euc1.mail.test', pop: 'pop-euc1.mail.test', smtp: 'smtp-euc1.mail.test' },
};

const NO_MAIL_SOURCE: MailSource = {
  connect: () => Promise.reject(new MailSourceError('unreachable', 'no mail server')),
};

/** The files of invoices are made by what is delivered, which starts in half the time of the sources. */
LOCATIONS.invoiceHelper = path.join(builtApi(), 'invoice-helper.mjs');

export type TestPartner = { partnerId: number; keyId: string; secret: string };

export type TestAppOptions = {
  /** PostgreSQL by default. */
  database?: 'postgres' | 'pglite';
  /** A second instance: the same database, folders, clock, secrets and gateway. */
  beside?: TestApp;
  /** Whether the gateway sends webhooks; true by default. */
  webhooks?: boolean;
  /** Whether there is a DNS outside (`app.internet`), so that names can be proven as in production. Names under `.test` always count. */
  hasInternet?: boolean;
  /** Makes traces. */
  tracer?: Tracer;
  /** The mail servers that imports copy from; by default none answers. */
  mailSource?: MailSource;
  /** Where people can sign in for an import; by default nowhere. */
  signIns?: SourceSignIns;
  /** Where VAT numbers are checked; by default nowhere. */
  vatRegister?: VatRegister;
  /** Wraps the mail store, to make it fail. */
  wrapMail?: (mail: MailBackend) => MailBackend;
};

export type TestApp = TestClient & {
  baseUrl: string;
  smtpPort: number;
  /** The port of the name server that has the panel's zones. */
  dnsPort: number;
  /** Null unless it was asked for. */
  internet: TestInternet | null;
  deps: AppDeps;
  clock: MovingClock;
  gateway: TestGateway;
  /** A partner whose customers pay by card, and a second one. */
  partner: TestPartner;
  otherPartner: TestPartner;
  dataDir: string;
  secretKey: Buffer;
  databaseUrl: string | null;
  /** Everything logged so far, at every level. */
  logged: () => string;
  /** The mails sent so far, newest first. */
  readMails: () => Promise<OutboxMessage[]>;
  stop: () => Promise<void>;
};

type Ground = Pick<TestApp, 'clock' | 'dataDir' | 'secretKey' | 'databaseUrl'>;
type SharedDns = { dns: DnsServices; dnsPort: number; internet: TestInternet | null };

/** Starts the whole panel with real parts only, on its own database, answering over HTTP on its own port. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const ground = options.beside ?? (await newGround(options));
  const { dataDir, secretKey, databaseUrl } = ground;
  const lines: string[] = [];
  const metrics = createMetrics();
  const around = aroundCalls(metrics.onCall, options.tracer);
  const log = pino({ level: 'debug', serializers: { err: errorSerializer } }, { write: (line) => lines.push(line) });
  if (databaseUrl === null) await copyEmbeddedDatabase(dataDir);
  const { tracer } = options;
  const opened = await openDatabase({
    dataDir,
    url: databaseUrl && throughSocket(databaseUrl, inject('postgresSocket')),
    migrationsFolder: LOCATIONS.migrations,
    poolSize: 10,
    onConnectionWait: metrics.onConnectionWait,
    onStatement: tracer && ((text) => traceStatement(tracer, text)),
  });
  const db = tracer === undefined ? opened : traceDatabase(opened, tracer);
  if (db.readPool !== null) metrics.followPool(db.readPool);
  const clock = {
    now: ground.clock.now,
    setOffsetMillis: () => {},
    offsetMillis: () => 0,
    freeze: () => {},
    frozenAtMillis: () => null,
    unmoved: () => new Date(),
  };
  const sealer = createSealer(secretKey);
  const jobs = createJobQueue(db, log, metrics.onJob);
  const embedded = await startEmbeddedMail({
    dir: path.join(dataDir, 'mail'),
    host: '127.0.0.1',
    port: 0,
    hostname: 'mail.panel.test',
    directory: mailDirectory({ db, clock, jobs, onSending: metrics.onSending }),
    log,
  });
  const mail = options.wrapMail?.(embedded.backend) ?? embedded.backend;
  const { dns, dnsPort, internet }: SharedDns = options.beside
    ? { ...options.beside, dns: options.beside.deps.dns }
    : await startTestDns(dataDir, options.hasInternet === true, around);
  await saveProvenTopLevelDomains(db, dns.provenTopLevelDomains);
  const outboxDir = path.join(dataDir, 'outbox');
  const mailer = watchPort('mailer', outboxFolderMailer({ dir: outboxDir }), ['send'], around);
  const hashing = passwordHashing(CHEAP);
  // The gateway needs to know where the panel listens, so it starts last. Until then, calls to it wait.
  const gateway = Promise.withResolvers<TestGateway>();
  const gatewayUrl = async () => (await gateway.promise).baseUrl();
  const deps: AppDeps = {
    db,
    clock,
    log,
    sealer,
    hashing,
    mail,
    mailSource: options.mailSource ?? NO_MAIL_SOURCE,
    importWorker: null,
    signIns: options.signIns ?? openIdSignIns({ clients: [] }),
    importPorts: [IMAP_PORT, IMAPS_PORT],
    postWebhook: poster(),
    mailer,
    mailFrom: 'no-reply@panel.test',
    dns,
    openSigningServer: async () => null,
    entri: null,
    referral: null,
    vatRegister: options.vatRegister ?? null,
    gateway: watchPort(
      'gateway',
      sandboxGateway({ baseUrl: gatewayUrl, ...gatewaySecrets(secretKey) }),
      GATEWAY_CALLS,
      around,
    ),
    sandboxGatewayUrl: gatewayUrl,
    jobs,
    onPayment: metrics.onPayment,
    checks: [{ name: 'database', isNeeded: true, check: () => db.check().then(() => ({ ok: true, detail: db.kind })) }],
    publicUrl: PUBLIC_URL,
    mailHosts: MAIL_HOSTS,
    webmailSecret: Buffer.from(WEBMAIL_SECRET),
    keep: DEFAULT_RETENTION,
    doesRenew: true,
    panel: null,
    trustProxy: true,
    countryOfAddress: null,
    cardGateway: { name: 'sandbox' as const },
    isDraining: () => false,
    metrics,
    tracer: options.tracer ?? null,
    shows: { apiDocs: true, metrics: true },
    release: readRelease(),
    securityContact: null,
  };
  const app = await buildApp(deps);
  await startJobs(FEATURES, deps, options.tracer ?? null);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const webhookUrl = options.webhooks === false ? undefined : `${baseUrl}/webhooks/sandbox`;
  gateway.resolve(options.beside?.gateway ?? startTestGateway(secretKey, webhookUrl));
  const partners = options.beside ?? (await seed(deps));
  return {
    // A second instance shares the first one's ground, but answers on its own port.
    ...ground,
    ...testClient(baseUrl, () => lines.filter((line) => line.includes('"err":')).at(-1) ?? ''),
    baseUrl,
    smtpPort: embedded.port ?? 0,
    dnsPort,
    internet,
    deps,
    gateway: await gateway.promise,
    partner: partners.partner,
    otherPartner: partners.otherPartner,
    logged: () => lines.join(''),
    readMails: async () => {
      const heads = await listOutbox(outboxDir);
      const mails = await Promise.all(heads.map((head) => readOutboxMessage(outboxDir, head.name)));
      return mails.flatMap((mail) => (mail === null ? [] : [mail]));
    },
    stop: async () => {
      await app.close();
      await jobs.stop();
      await embedded.backend.close();
      await db.close();
      if (options.beside !== undefined) return;
      await deps.dns.zones?.close();
      await internet?.stop();
      await (await gateway.promise).close();
      if (databaseUrl !== null) await dropDatabase(databaseUrl);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The app's own name server, which its checks query. The targets of domains' records are invented. */
async function startTestDns(dataDir: string, hasInternet: boolean, around: AroundCall): Promise<SharedDns> {
  const nameServers = ['ns1.panel.test', 'ns2.panel.test'];
  const identity = { nameServers, contact: 'hostmaster.panel.test' };
  const { zones, port } = await startEmbeddedDns({
    dir: path.join(dataDir, 'dns'),
    host: '127.0.0.1',
    port: 0,
    identity,
  });
  const internet = hasInternet ? await startTestInternet(port) : null;
  const servers = internet?.servers ?? [{ address: '127.0.0.1', port }];
  const { canHoldZone, registrableDomain, ...checks } = createChecks(servers, nameServers, internet?.reach, (all) =>
    watchPort('dns', all, LOOK_UPS, around),
  );
  const targets = {
    mxHosts: ['mx1.mail.test', 'mx2.mail.test'],
    spfText: 'v=spf1 include:spf.mail.test ~all',
    siteA: '192.0.2.80',
    siteCname: 'sites.mail.test',
  };
  const suffixes = {
    canHoldZone: async (name: string) => canHoldZone(name),
    publicSuffixes: async () => registrableDomain,
  };
  const dns = {
    ...{ ...checks, ...suffixes, domainConnect: null, nameServers, zones, targets, mtaSts: 'enforce' as const },
    ...{ policyHost: 'panel.example', tlsReports: 'tls-reports@panel.example' },
    readParentDs: async (): Promise<string[] | null> => null,
    provenTopLevelDomains: RESERVED_TOP_LEVEL_DOMAINS,
  };
  return { dns, dnsPort: port, internet };
}

async function newGround({ database }: TestAppOptions): Promise<Ground> {
  return {
    clock: movingClock(),
    dataDir: mkdtempSync(path.join(tmpdir(), 'postern-app-')),
    secretKey: randomBytes(32),
    databaseUrl:
      database === 'pglite'
        ? null
        : await createDatabase(inject('postgresUrl'), inject('postgresTemplate') ?? undefined),
  };
}

async function seed(deps: AppDeps): Promise<{ partner: TestPartner; otherPartner: TestPartner }> {
  await importCatalogue(deps, readFileSync(LOCATIONS.planCatalogue, 'utf8'));
  const blocked = DEFAULT_BLOCKED_COUNTRIES.map(({ code, reason }) => ({ country: code, reason }));
  await deps.db.asSystem((tx) => tx.insert(blockedCountry).values(blocked));
  return { partner: await aPartner(deps, 54), otherPartner: await aPartner(deps, 55) };
}

/** One more partner with a shared key. */
export async function aPartner(
  deps: Pick<AppDeps, 'db' | 'clock' | 'sealer'>,
  partnerId: number,
): Promise<TestPartner> {
  const made = await createPartner(deps, { partnerId, name: `Partner ${partnerId}`, brand: 'general', actor: 'test' });
  if (made === null) throw new Error(`Partner ${partnerId} exists.`);
  return made;
}
