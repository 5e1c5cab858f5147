import { type Command, CommandError, textOption } from '../../feature/command.ts';

type Dnssec = { zone: string; wanted: string[]; parent: string[] | null; advice: string };

export const dnsCommands: Record<string, Command> = {
  dnssec: {
    usage: '--domain D   show the DS records that the domain needs at its registrar, and those that are there',
    options: ['domain'],
    run: async ({ config }, options): Promise<Dnssec> => {
      const zone = textOption(options, 'domain').toLowerCase();
      const { backend, nameServers, contact, servers } = config.dns;
      if (backend?.kind !== 'powerdns') throw new CommandError('NOT_CONFIGURED', 'Only zones in PowerDNS are signed.');
      const { powerDnsZones } = await import('@postern/adapter-dns/powerdns');
      const { readParentDs } = await import('@postern/adapter-dns/resolver/read-parent-ds');
      const { systemServers } = await import('@postern/adapter-dns/resolver/system-servers');
      const zones = powerDnsZones({ ...backend, identity: { nameServers, contact } });
      if ((await zones.readZone(zone)) === null) throw new CommandError('NOT_FOUND', `There is no zone ${zone} here.`);
      const wanted = await zones.readDs(zone);
      const parent = await readParentDs(servers ?? systemServers(), zone);
      return { zone, wanted, parent, advice: adviceFor(wanted, parent) };
    },
    print: ({ zone, wanted, parent, advice }: Dnssec) =>
      [
        `${zone} is ${wanted.length === 0 ? 'not signed.' : 'signed. Its DS records:'}`,
        ...wanted.map((ds) => `  ${ds}`),
        parent === null ? 'No resolver says what is at the registrar.' : `At the registrar: ${parent.length || 'none'}`,
        ...(parent ?? []).map((ds) => `  ${ds}`),
        advice,
      ].join('\n'),
  },
};

function adviceFor(wanted: string[], parent: string[] | null): string {
  if (parent === null) return 'Try again; until it is known, a DS record counts as present.';
  const isOurs = (ds: string) => wanted.includes(ds);
  if (parent.length > 0 && !parent.some(isOurs))
    return 'None of the DS records at the registrar is ours, so resolvers refuse the domain: the owner must delete them there now.';
  if (wanted.length === 0) return 'Nothing to do.';
  if (parent.length === 0)
    return 'The owner may enter one of ours at the registrar; without it, nobody checks signatures.';
  return 'All is well. Before the domain moves to other name servers, the owner must delete the DS records and wait a day.';
}
