import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './error-handler.ts';
import { PanelError } from './panel-error.ts';

/** Refuses a request to an address where nothing is mounted. */
export type RefuseUnknown = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

type Known = { address: RegExp; methods: Set<string> };

const IS_ASKING = new Set(['GET', 'HEAD']);

/**
 * Answers requests that match no route: with not found, or with the methods that the address does accept. Requests that would change
 * something are refused before their body is read. `isPage` matches addresses that have a page without a route of their own.
 */
export function refusesUnknown(app: FastifyInstance, isPage: (pathname: string) => boolean): RefuseUnknown {
  const known = new Map<string, Known>();
  app.addHook('onRoute', ({ url, method }) => {
    const entry = known.get(url) ?? { address: addressesOf(url), methods: new Set() };
    for (const each of [method].flat()) entry.methods.add(each);
    known.set(url, entry);
  });
  const methodsAt = (pathname: string): string[] => {
    const own = known.get(pathname);
    const mounted = own ? [own] : [...known.values()].filter(({ address }) => address.test(pathname));
    return [...new Set([...mounted.flatMap(({ methods }) => [...methods]), ...(isPage(pathname) ? IS_ASKING : [])])];
  };
  const refuse: RefuseUnknown = (request, reply) => {
    const methods = methodsAt(request.url.split('?')[0] ?? '');
    // A route may match although nothing is there, such as a file that the build no longer has.
    if (methods.length === 0 || methods.includes(request.method))
      return sendProblem(reply, new PanelError('NOT_FOUND'));
    return sendProblem(reply.header('allow', methods.sort().join(', ')), new PanelError('METHOD_NOT_ALLOWED'));
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 && !IS_ASKING.has(request.method)) void refuse(request, reply);
    else done();
  });
  return refuse;
}

/** A regular expression for a route's pattern, such as `/panel/bulk/:jobId` or `/theme/*`. */
function addressesOf(pattern: string): RegExp {
  const parts = pattern.split(/(:\w+|\*)/);
  const source = parts.map((part, index) => (index % 2 === 0 ? RegExp.escape(part) : part === '*' ? '.*' : '[^/]+'));
  return new RegExp(`^${source.join('')}$`);
}
