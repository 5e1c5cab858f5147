/** `postgresql://user:password@one:5432,two/database?sslmode=require` in four parts; the hosts and ports can't contain `@` or `/`. */
const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)(.*)$/s;

/** The most servers in one value: more is a mistake, and each is asked before each new connection. */
const MOST_SERVERS = 8;

/** libpq's ways to ask for the server that takes writes. */
const WRITABLE = new Set(['read-write', 'primary']);

/** What is wrong with a value for several servers; the text says what to write, and never repeats the value, which has a password. */
export class WrongServers extends Error {}

/**
 * One URL for each server of DATABASE_URL, in its order: `host1:5432,host2:5433` as in libpq. Several servers always mean the one that takes
 * writes, with `target_session_attrs=read-write` or without. Throws WrongServers.
 */
export function serverUrls(url: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  if (scheme === '') return [url];
  const all = hosts.split(',');
  const urls = all.map((host) => withoutTarget(`${scheme}${user}${host}${rest}`, all.length));
  if (all.length > MOST_SERVERS)
    throw new WrongServers(`names ${all.length} servers. Write at most ${MOST_SERVERS}, separated by commas`);
  for (const [place, host] of all.entries())
    if (all.length > 1 && (!URL.canParse(urls[place] ?? '') || !isHost(host)))
      throw new WrongServers(
        `has a wrong server in place ${place + 1}. Write postgresql://user:password@host1:5432,host2:5432/database`,
      );
  if (new Set(urls).size < urls.length) throw new WrongServers('names a server twice. Write each one once');
  return urls;
}

const isHost = (host: string): boolean => /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d+)?$/i.test(host);

/** Takes out the parameter that only says what is so anyway, and that the driver doesn't know. */
function withoutTarget(url: string, servers: number): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  if (/,/.test(parsed.searchParams.get('host') ?? ''))
    throw new WrongServers('has several servers in ?host=. Write them before the database, separated by commas');
  const target = parsed.searchParams.get('target_session_attrs');
  if (target === null) return url;
  if (!WRITABLE.has(target) && (servers > 1 || target !== 'any'))
    throw new WrongServers('has another target_session_attrs than read-write, which is the only one that works here');
  parsed.searchParams.delete('target_session_attrs');
  return parsed.href;
}
