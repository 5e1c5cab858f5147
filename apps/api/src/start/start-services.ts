import { mkdirSync } from 'node:fs';
import type { EntriOptions, EntriTokens } from '@postern/adapter-dns/port';
import { poster } from '@postern/adapter-dns/public-internet/post';
import { imapSource } from '@postern/adapter-mail-source/imap-source';
import { openIdSignIns } from '@postern/adapter-mail-source/open-id-sign-ins';
import type { MailQueue } from '@postern/adapter-mail/port';
import { readMailQueue } from '@postern/adapter-mail/real-servers/read-mail-queue';
import { SIGN_IN_NAMES } from '@postern/domain/mail-import';
import type { Config } from '../config/config.ts';
import { openDatabase } from '../db/client.ts';
import { loadClockOffset } from '../db/clock-offset.ts';
import { saveProvenTopLevelDomains } from '../db/proven-top-level-domains.ts';
import type { Services } from '../feature/services.ts';
import {
  checkBooks,
  checkDisputes,
  checkRefunds,
  checkFailedEvents,
  checkSeller,
  checkWebhooks,
  readCountryFile,
  samplePublishedZones,
  SIGN_IN_PATH,
} from '../features/index.ts';
import { createJobQueue } from '../jobs/job-queue.ts';
import { checkBackup } from '../observe/check-backup.ts';
import { checkCertificates, type NamedTlsServer } from '../observe/check-certificates.ts';
import { type AroundCall, aroundCalls, watchPort } from '../observe/around-calls.ts';
import { GATEWAY_CALLS, MAIL_CALLS } from '../observe/watched-calls.ts';
import type { Tracer } from '../observe/tracer.ts';
import { traceDatabase, traceStatement } from '../observe/trace-database.ts';
import type { Check } from '../plugins/health.ts';
import type { Metrics } from '../plugins/metrics.ts';
import { movableClock } from '../runtime/clock.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import type { Log } from '../runtime/log.ts';
import { passwordHashing } from '../secrets/password-hashing.ts';
import { createSealer } from '../secrets/seal.ts';
import { chooseGateway } from './choose-gateway.ts';
import { mayImportFrom } from './may-import-from.ts';
import { openPowerDns } from './open-powerdns.ts';
import { startDns } from './start-dns.ts';
import { startImportWorker } from './start-import-worker.ts';
import { startMail } from './start-mail.ts';
import { startMailer } from './start-mailer.ts';
import type { Stops } from './stops.ts';
import type { Machine } from './watch-services.ts';
import { vies } from '@postern/adapter-vat/vies';
import { celloProgramme } from '@postern/adapter-referral/cello';

/** Starts the services that features use, and what only the process itself needs: ports, checks, the evaluation's outbox. */
export async function startServices(config: Config, log: Log, stops: Stops, metrics: Metrics, tracer: Tracer | null) {
  const { onSending, onJob, onPayment, onConnectionWait } = metrics;
  const around = aroundCalls(metrics.onCall, tracer);
  mkdirSync(config.dataDir, { recursive: true });
  const { dataDir, databaseUrl: url, poolSize, isPooled } = config;
  const opened = await openDatabase({
    dataDir,
    url,
    migrationsFolder: LOCATIONS.migrations,
    poolSize,
    isPooled,
    onConnectionWait,
    onStatement: tracer === null ? undefined : (text) => traceStatement(tracer, text),
  });
  const db = tracer === null ? opened : traceDatabase(opened, tracer);
  if (db.readPool !== null) metrics.followPool(db.readPool);
  stops.push(() => db.close());
  const clock = movableClock(db.nowMillis);
  if (config.mode === 'evaluation') await loadClockOffset(db, clock);
  const sealer = createSealer(config.secretKey);
  const jobs = createJobQueue(db, log, onJob, config.keep.jobsDays);
  const { backend, port: smtpPort } = await startMail(config, { db, clock, sealer, jobs, onSending }, log, stops);
  const { dns, port: dnsPort } = await startDns(config, log, stops, around);
  await saveProvenTopLevelDomains(db, dns.provenTopLevelDomains);
  const { mailer: sender, outbox } = startMailer(config);
  stops.push(() => sender.close());
  const { startSandbox, ...chosen } = await chooseGateway(config, log, stops);
  const services: Services = {
    ...{ db, clock, log, sealer, dns, ...chosen, onPayment },
    openSigningServer: () => openPowerDns(config.dns),
    mail: watchPort('mail', backend, MAIL_CALLS, around),
    mailSource: imapSource({ mayConnect: mayImportFrom(config.mailImport) }),
    importWorker: startImportWorker(config, metrics.onCall, stops),
    signIns: openIdSignIns(config.mailImport.signIn),
    importPorts: config.mailImport.ports,
    postWebhook: poster(),
    mailer: watchPort('mailer', sender, ['send'], around),
    gateway: watchPort('gateway', chosen.gateway, GATEWAY_CALLS, around),
    hashing: passwordHashing(),
    jobs,
    entri: config.entri === null ? null : await startEntri(config.entri, around),
    referral: config.referral === null ? null : celloProgramme(config.referral),
    vatRegister: config.vies === null ? null : watchPort('vat-register', vies(config.vies), ['check'], around),
    publicUrl: config.publicUrl,
    mailFrom: config.mailerFrom,
    mailHosts: config.mailHosts,
    webmailSecret: config.webmailSecret,
    keep: config.keep,
    doesRenew: config.doesRenew,
    countryOfAddress: config.countryFile === null ? null : readCountryFile(config.countryFile),
  };
  return {
    services,
    checks: checksOf(config, services),
    machine: machineOf(config),
    startSandbox,
    outbox,
    smtpPort,
    dnsPort,
  };
}

async function startEntri(options: EntriOptions, around: AroundCall): Promise<EntriTokens> {
  const { entriTokens } = await import('@postern/adapter-dns/entri-tokens');
  return watchPort('entri', entriTokens(options), ['make'], around);
}

/** What the metrics measure of this machine. */
function machineOf(config: Config): Machine {
  const { dataDir, mailServers, backupDir } = config;
  const postfixDir = mailServers?.postfixDir ?? null;
  return {
    folders: { data: dataDir, ...(mailServers === null ? {} : { mail: mailServers.storeDir }) },
    tlsServers: config.mode === 'production' ? tlsServersOf(config) : [],
    backupDir,
    readMailQueue: postfixDir === null ? null : () => readMailQueue({ configDir: postfixDir }),
  };
}

const MINUTE_SECONDS = 60;

/** What else `doctor` checks when it runs. */
function notesOf(config: Config, { clock, db }: Services): Check[] {
  const { mailServers, backupDir } = config;
  const postfixDir = mailServers?.postfixDir ?? null;
  const nowMillis = () => clock.unmoved().getTime();
  const note = (name: string, check: Check['check']): Check => ({ name, isNeeded: false, isNote: true, check });
  return [
    ...(postfixDir === null
      ? []
      : [note('mail queue', async () => describeQueue(await readMailQueue({ configDir: postfixDir })))]),
    ...(config.mode === 'production' && !config.isRehearsal
      ? [note('certificates', () => checkCertificates(tlsServersOf(config), nowMillis()))]
      : []),
    ...(config.mode === 'production' ? [note('seller', () => checkSeller(db))] : []),
    ...(config.mailImport.signIn.clients.length === 0
      ? []
      : [note('sign-in for imports', async () => describeSignIns(config))]),
    note('webhooks', () => checkWebhooks(db, clock)),
    note('gateway events', () => checkFailedEvents(db)),
    note('disputes', () => checkDisputes(db)),
    note('refunds', () => checkRefunds(db)),
    note('books', () => checkBooks(db, clock)),
    ...(mailServers === null ? [] : [note('backup', () => checkBackup(backupDir, nowMillis()))]),
  ];
}

/** The address to register at each provider. */
function describeSignIns({ mailImport, publicUrl }: Config): { ok: boolean; detail: string } {
  const names = mailImport.signIn.clients.map(({ provider }) => SIGN_IN_NAMES[provider]);
  return { ok: true, detail: `${names.join(' and ')}; redirect address ${new URL(SIGN_IN_PATH, publicUrl).href}` };
}

function describeQueue(queues: MailQueue[]): { ok: boolean; detail: string } {
  const waiting = queues.filter(({ messages }) => messages > 0);
  const parts = waiting.map(
    ({ queue, messages, oldestSeconds }) =>
      `${messages} in ${queue}, the oldest for ${Math.round(oldestSeconds / MINUTE_SECONDS)} minutes`,
  );
  return { ok: true, detail: parts.length === 0 ? 'empty' : parts.join('; ') };
}

/** The servers that people and mail programs connect to with TLS, each once. */
function tlsServersOf({ publicUrl, mailHosts, mailServers }: Config): NamedTlsServer[] {
  const panel = new URL(publicUrl);
  const hosts = mailServers === null ? [] : Object.values(mailHosts);
  const servers: NamedTlsServer[] = [
    { name: 'panel', host: panel.hostname, port: Number(panel.port || 443) },
    ...hosts.flatMap(({ imap, pop, smtp }): NamedTlsServer[] => [
      { name: 'imap', host: imap, port: 993 },
      { name: 'pop', host: pop, port: 995 },
      { name: 'smtp', host: smtp, port: 465 },
    ]),
  ];
  return [...new Map(servers.map((server) => [`${server.host}:${server.port}`, server])).values()];
}

function checksOf(config: Config, services: Services): Check[] {
  const { db, mail, mailer, dns, gateway } = services;
  const sanctions = config.countryFile === null ? 'off: POSTERN_COUNTRY_FILE is not set' : 'on';
  return [
    { name: 'database', isNeeded: true, check: () => db.check().then(() => ({ ok: true, detail: db.kind })) },
    { name: 'mail', isNeeded: false, check: () => mail.check() },
    { name: 'mailer', isNeeded: false, check: () => mailer.check() },
    {
      name: 'dns',
      isNeeded: false,
      check: async () => (await dns.zones?.check()) ?? { ok: true, detail: 'no name server here' },
    },
    { name: 'name servers', isNeeded: false, check: () => checkNameServers(config, services) },
    { name: 'outgoing DNS', isNeeded: false, check: () => checkOutgoingDns(config) },
    { name: 'gateway', isNeeded: false, check: () => gateway.check() },
    ...notesOf(config, services),
    { name: 'sanctions', isNeeded: false, isNote: true, check: async () => ({ ok: true, detail: sanctions }) },
  ];
}

/** How many zones are compared between the name servers. */
const ZONES_COMPARED = 20;

/** Whether all of our name servers have the same zones. An evaluation's names have no addresses, so it needs the setting. */
async function checkNameServers({ mode, dns: config }: Config, { db, dns }: Services) {
  const { nameServers, nameServerAddresses } = config;
  if (nameServers.length === 0 || (mode === 'evaluation' && nameServerAddresses === null))
    return { ok: true, detail: 'not used here' };
  const servers = nameServerAddresses ?? [];
  for (const name of nameServerAddresses === null ? nameServers : []) {
    const { result } = await dns.resolver.lookUp(name, 'A');
    const found = result.kind === 'found' ? result.values : [];
    if (found.length === 0) return { ok: false, detail: `${name} has no address` };
    servers.push(...found.map((address) => ({ address, port: 53 })));
  }
  const { compareSerials } = await import('@postern/adapter-dns/compare-serials');
  return compareSerials(servers, await samplePublishedZones(db, ZONES_COMPARED));
}

/** Whether name servers elsewhere answer, unless this installation never asks them: in evaluation, and with servers of its own. */
async function checkOutgoingDns({ mode, dns }: Config): Promise<{ ok: boolean; detail: string }> {
  if (mode === 'evaluation' || dns.servers !== null) return { ok: true, detail: 'not used here' };
  const { reachNameServers } = await import('@postern/adapter-dns/resolver/reach-name-servers');
  return reachNameServers();
}
