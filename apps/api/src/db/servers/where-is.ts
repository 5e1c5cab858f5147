import { serverUrls } from './server-urls.ts';

/** Where a database is, for the operator's eyes: the user, `host:port` of each server, and the database's name. */
export type Where = { user: string; host: string; database: string };

const hostOf = ({ hostname, port, searchParams }: URL): string =>
  `${searchParams.get('host') ?? (hostname || 'localhost')}:${searchParams.get('port') ?? (port || '5432')}`;

/** Where a database is, without its password. */
export function whereIs(url: string): Where {
  const urls = serverUrls(url).map((one) => new URL(one));
  const [{ username, pathname } = new URL(url)] = urls;
  return {
    user: decodeURIComponent(username),
    host: urls.map(hostOf).join(', '),
    database: decodeURIComponent(pathname.slice(1)),
  };
}
