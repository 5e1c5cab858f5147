import { type DsState, dsState } from '@postern/domain/dns';
import { type Command, type CommandDeps, CommandError, type Options, textOption } from '../../feature/command.ts';

type Dnssec = { zone: string; wanted: string[]; parent: string[] | null; advice: string };
type Roll = { zone: string; state: string; until: string | null; wanted: string[]; advice: string };

export const dnsCommands: Record<string, Command> = {
  dnssec: {
    usage: '--domain D   show the DS records that the domain needs at its registrar, and those that are there',
    options: ['domain'],
    run: async (deps, options): Promise<Dnssec> => {
      const { zone, zones, readParent } = await openZone(deps, options);
      const [{ wanted, keys }, parent] = [await zones.readDs(zone), await readParent()];
      return { zone, wanted, parent, advice: ADVICE[dsState({ wanted, keys }, parent)](keys.length > 0) };
    },
    print: ({ zone, wanted, parent, advice }: Dnssec) =>
      [
        `${zone} is ${wanted.length === 0 ? 'not signed.' : 'signed. Its DS record:'}`,
        ...wanted.map((ds) => `  ${ds}`),
        parent === null ? 'No resolver says what is at the registrar.' : `At the registrar: ${parent.length || 'none'}`,
        ...(parent ?? []).map((ds) => `  ${ds}`),
        advice,
      ].join('\n'),
  },
  'dnssec-roll': {
    usage: '--domain D   take the next safe step of changing the key that signs the domain; run it again to continue',
    options: ['domain'],
    run: async (deps, options): Promise<Roll> => {
      const { zone, zones } = await openZone(deps, options);
      if ((await zones.readDs(zone)).keys.length === 0)
        throw new CommandError('NOT_CONFIGURED', `${zone} is not signed, so there is no key to change.`);
      const { state, until } = await zones.rollKey(zone, deps.clock.now());
      const { wanted } = await zones.readDs(zone);
      return { zone, state, until: until?.toISOString() ?? null, wanted, advice: ROLL_ADVICE[state] };
    },
    print: ({ zone, state, until, wanted, advice }: Roll) =>
      [
        `${zone}: ${advice}`,
        ...(until === null ? [] : [`Run this command again after ${until}.`]),
        ...(state === 'at-registrar' ? wanted.map((ds) => `  ${ds}`) : []),
      ].join('\n'),
  },
};

/** A zone where it can be signed, and the DS records at its parent. */
async function openZone({ openSigningServer }: CommandDeps, options: Options) {
  const zone = textOption(options, 'domain').toLowerCase();
  const server = await openSigningServer();
  if (server === null) throw new CommandError('NOT_CONFIGURED', 'Only zones in PowerDNS are signed.');
  const { zones, readParentDs } = server;
  if ((await zones.readZone(zone)) === null) throw new CommandError('NOT_FOUND', `There is no zone ${zone} here.`);
  return { zone, zones, readParent: () => readParentDs(zone) };
}

const REFUSED =
  'None of the DS records at the registrar is ours, so resolvers refuse the domain: the owner must delete them there now.';

const ADVICE: Record<DsState, (isSigned: boolean) => string> = {
  unknown: () => 'Try again; until it is known, a DS record counts as present.',
  none: (isSigned) =>
    isSigned ? 'The owner may enter ours at the registrar; without it, nobody checks signatures.' : 'Nothing to do.',
  others: () => REFUSED,
  mixed: () => 'The owner should delete the DS records at the registrar that are not ours.',
  changing: () => 'The key is being changed: the owner should replace the DS record at the registrar. See dnssec-roll.',
  ours: () =>
    'All is well. Before the domain moves to other name servers, the owner must delete the DS records and wait a day.',
};

const ROLL_ADVICE = {
  started: 'a new key signs next to the former one. Nothing may change at the registrar yet.',
  spreading: 'resolvers are still learning the new key. Nothing may change at the registrar yet.',
  'at-registrar': 'at the registrar, the owner must replace all DS records by this one. Then run this command again.',
  expiring:
    'the registrar has the new DS record. The former key stays until resolvers have forgotten the former record.',
  finished: 'the former key is gone. Only the new key signs.',
};
