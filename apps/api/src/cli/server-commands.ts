import type { Command } from '../feature/command.ts';
import { runChecks } from '../plugins/health.ts';
import { adviceOn } from './advice.ts';

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
        advice: result.ok ? null : adviceOn(result.name, deps.config),
      }));
      if (deps.checks === null)
        checks.push({
          name: 'server',
          ok: false,
          detail: 'no server is running on this data folder',
          advice: adviceOn('server', deps.config),
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
  migrate: {
    usage: 'bring the database schema up to date (starting the server does this too)',
    options: [],
    run: async () => ({ migrated: true }),
    print: () => 'The schema is up to date.',
  },
};
