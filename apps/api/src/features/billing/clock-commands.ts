import { saveClock } from '../../db/clock-offset.ts';
import {
  type Command,
  type CommandDeps,
  durationOption,
  type Options,
  textOption,
  UsageError,
} from '../../feature/command.ts';
import { runDueWork } from './due/run-due-work.ts';

type Moved = { now: string };
const print = ({ now }: Moved) => `It is now ${now}.`;

/** The clock of the evaluation. Moving it forward does everything that becomes due, in order, before the command answers. */
export const clockCommands: Record<string, Command> = {
  'advance-clock': {
    usage: '--by 30d | --to INSTANT   move the clock forward, and do what becomes due until then (evaluation only)',
    options: ['by', 'to'],
    evaluationOnly: true,
    run: async (deps, options) => {
      const to = targetOf(deps, options);
      // As of their own instants, so the clock needn't have arrived. Without a server, it is done when one starts.
      const ran = deps.services === null ? [] : await runDueWork(deps.services, to);
      const by = to.getTime() - deps.clock.now().getTime();
      const frozenAt = deps.clock.frozenAtMillis();
      await saveClock(deps.db, deps.clock, {
        offsetMillis: deps.clock.offsetMillis() + by,
        frozenAtMillis: frozenAt === null ? null : to.getTime(),
      });
      return { now: deps.clock.now().toISOString(), ran };
    },
    print,
  },
  'freeze-clock': {
    usage: '[--at INSTANT] | --run   stop the clock, or start it again (evaluation only)',
    options: ['at'],
    flags: ['run'],
    evaluationOnly: true,
    run: async ({ db, clock }, options) => {
      const now = clock.now().getTime();
      if (options['run'] === true) {
        if (options['at'] !== undefined) throw new UsageError('Give --at or --run, not both.');
        const offsetMillis = now - clock.unmoved().getTime();
        await saveClock(db, clock, { offsetMillis, frozenAtMillis: null });
      } else {
        const frozenAtMillis = options['at'] === undefined ? now : instantOption(options, 'at').getTime();
        if (frozenAtMillis < now) throw new UsageError('--at must not be in the past: the clock only moves forward.');
        await saveClock(db, clock, { offsetMillis: clock.offsetMillis(), frozenAtMillis });
      }
      return { now: clock.now().toISOString() };
    },
    print,
  },
  'reset-clock': {
    usage: "set the clock back to the machine's time (evaluation only)",
    options: [],
    evaluationOnly: true,
    run: async ({ db, clock }) => {
      await saveClock(db, clock, { offsetMillis: 0, frozenAtMillis: null });
      return { now: clock.now().toISOString() };
    },
    print,
  },
};

function targetOf({ clock }: CommandDeps, options: Options): Date {
  const { by, to } = options;
  if ((by === undefined) === (to === undefined)) throw new UsageError('Give one of --by and --to.');
  const now = clock.now();
  if (by !== undefined) return new Date(now.getTime() + durationOption(options, 'by'));
  const target = instantOption(options, 'to');
  if (target < now) throw new UsageError('--to must not be in the past: the clock only moves forward.');
  return target;
}

function instantOption(options: Options, name: string): Date {
  const text = textOption(options, name);
  const instant = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text) || Number.isNaN(instant.getTime()))
    throw new UsageError(`--${name} must be an instant such as 2027-02-28T18:00:00Z.`);
  return instant;
}
