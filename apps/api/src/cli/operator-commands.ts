import { isCountryCode } from '@postern/domain/countries';
import { isEmailAddress, normaliseEmailAddress, parseDomainName } from '@postern/domain/addresses';
import { saveClockOffset } from '../db/clock-offset.ts';
import { importCatalogue } from '../features/plans/public.ts';
import { makePurchaseLink } from '../features/purchase/public.ts';
import { runChecks } from '../plugins/health.ts';
import {
  type Command,
  CommandError,
  durationOption,
  type Options,
  partnerIdOption,
  textOption,
  UsageError,
} from './command.ts';

const ADVICE: Record<string, string> = {
  database: 'Check that PostgreSQL runs and DATABASE_URL is right.',
  mail: 'Check that the mail folder can be written and the SMTP port is free.',
  dns: 'Check that the name server runs, and POSTERN_POWERDNS_URL and POSTERN_POWERDNS_KEY.',
  mailer: 'Check POSTERN_MAILER_URL and that the mail server accepts us.',
  gateway: 'The sandbox gateway restarts by itself; if it stays away, look into the log.',
};

type CheckResult = { name: string; ok: boolean; detail: string; advice: string | null };

export const operatorCommands: Record<string, Command> = {
  'plan import': {
    usage: 'FILE   make the shop what this plan file says',
    options: [],
    positionals: ['file'],
    run: (deps, options) => importCatalogue(deps, textOption(options, 'file')),
    print: (result: { created: number; updated: number; retired: number }) =>
      `${result.created} created, ${result.updated} updated, ${result.retired} retired.`,
  },
  'purchase-link': {
    usage:
      '--partner N --domain D --email E --plan TYPE [--country CC] [--name NAME] [--locale L] [--expires-in 1h]   sign a purchase link',
    options: ['partner', 'domain', 'email', 'plan', 'country', 'name', 'locale', 'expires-in'],
    run: async (deps, options) => {
      const link = await makePurchaseLink({ ...deps, publicUrl: deps.config.publicUrl }, linkWish(options));
      if (link === null)
        throw new CommandError('NO_KEY', 'This partner has no shared key; make one with partner add-key.');
      return link;
    },
    print: (link: { url: string }) => link.url,
  },
  doctor: {
    usage: 'ask everything the panel needs whether it answers',
    options: [],
    run: async (deps) => {
      const own = [{ name: 'database', check: () => deps.db.check().then(() => ({ ok: true, detail: deps.db.kind })) }];
      const results = await runChecks(deps.checks ?? own);
      const checks: CheckResult[] = results.map((result) => ({
        ...result,
        advice: result.ok ? null : (ADVICE[result.name] ?? null),
      }));
      if (deps.checks === null)
        checks.push({
          name: 'server',
          ok: false,
          detail: 'no server runs on this data folder',
          advice: 'Start it with npm start.',
        });
      return { checks };
    },
    print: ({ checks }: { checks: CheckResult[] }) =>
      checks
        .map(
          (one) =>
            `${one.ok ? 'ok  ' : 'FAIL'}  ${one.name}: ${one.detail}${one.advice === null ? '' : `\n      ${one.advice}`}`,
        )
        .join('\n'),
  },
  'advance-clock': {
    usage: '--by 30d   move the clock forward (evaluation only)',
    options: ['by'],
    evaluationOnly: true,
    run: async (deps, options) => {
      await saveClockOffset(deps.db, deps.clock, deps.clock.offsetMillis() + durationOption(options, 'by'));
      return { now: deps.clock.now().toISOString() };
    },
    print: ({ now }: { now: string }) => `It is now ${now}.`,
  },
  'reset-clock': {
    usage: "back to the machine's time (evaluation only)",
    options: [],
    evaluationOnly: true,
    run: async (deps) => {
      await saveClockOffset(deps.db, deps.clock, 0);
      return { now: deps.clock.now().toISOString() };
    },
    print: ({ now }: { now: string }) => `It is now ${now}.`,
  },
  migrate: {
    usage: "bring the database's schema up to date (a start does it too)",
    options: [],
    run: async () => ({ migrated: true }),
    print: () => 'The schema is up to date.',
  },
};

function linkWish(options: Options) {
  const domain = parseDomainName(textOption(options, 'domain'));
  if (!domain.ok) throw new UsageError(`--domain is not a domain name (${domain.code}).`);
  const email = normaliseEmailAddress(textOption(options, 'email'));
  if (!isEmailAddress(email)) throw new UsageError('--email is not an email address.');
  const country = typeof options.country === 'string' ? options.country.toUpperCase() : null;
  if (country !== null && !isCountryCode(country)) throw new UsageError('--country must be a two-letter code.');
  return {
    partnerId: partnerIdOption(options, 'partner'),
    domainName: domain.value,
    email,
    planType: textOption(options, 'plan'),
    country,
    name: typeof options.name === 'string' ? options.name : null,
    locale: typeof options.locale === 'string' ? options.locale : null,
    validMillis: durationOption(options, 'expires-in', '1h'),
  };
}
