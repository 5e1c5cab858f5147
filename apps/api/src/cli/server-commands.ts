import { saveClockOffset } from '../db/clock-offset.ts';
import { type Command, durationOption } from '../feature/command.ts';
import { runChecks } from '../plugins/health.ts';

const ADVICE: Record<string, string> = {
  database: 'Check that PostgreSQL is running and DATABASE_URL is correct.',
  mail: 'Check that the mail folder is writable and the SMTP port is free.',
  dns: 'Check that the name server is running, and check POSTERN_POWERDNS_URL and POSTERN_POWERDNS_KEY.',
  'name servers':
    'Every server in POSTERN_NAME_SERVERS must answer on port 53 with the same zones. "A second name server" in docs/operate.md says how.',
  mailer: 'Check POSTERN_MAILER_URL, and that the mail server accepts mail from Postern.',
  'outgoing DNS':
    'Let this machine reach port 53, UDP and TCP, at every address: domains are proven at their own name servers.',
  gateway: 'The sandbox gateway restarts automatically. If it does not come back, check the log.',
};

type CheckResult = { name: string; ok: boolean; detail: string; advice: string | null };

export const serverCommands: Record<string, Command> = {
  doctor: {
    usage: 'check that everything the panel needs is answering',
    options: [],
    run: async (deps) => {
      const check = () => deps.db.check().then(() => ({ ok: true, detail: deps.db.kind }));
      const own = [{ name: 'database', isNeeded: true, check }];
      const results = await runChecks(deps.checks ?? own);
      const checks: CheckResult[] = results.map((result) => ({
        ...result,
        advice: result.ok ? null : (ADVICE[result.name] ?? null),
      }));
      if (deps.checks === null)
        checks.push({
          name: 'server',
          ok: false,
          detail: 'no server is running on this data folder',
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
    usage: "set the clock back to the machine's time (evaluation only)",
    options: [],
    evaluationOnly: true,
    run: async (deps) => {
      await saveClockOffset(deps.db, deps.clock, 0);
      return { now: deps.clock.now().toISOString() };
    },
    print: ({ now }: { now: string }) => `It is now ${now}.`,
  },
  migrate: {
    usage: 'bring the database schema up to date (starting the server does this too)',
    options: [],
    run: async () => ({ migrated: true }),
    print: () => 'The schema is up to date.',
  },
};
