import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './error-handler.ts';
import { PanelError } from './panel-error.ts';

/** Refuses a request that nothing is mounted for. */
export type RefuseUnknown = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

type Known = { address: RegExp; methods: Set<string> };

const IS_ASKING = new Set(['GET', 'HEAD']);

/**
 * What is said of an address that nothing is mounted at: unknown, or known with other methods, which are named. What would change something
 * is refused before its body is read. `isPage` are the addresses that have a page without being mounted one by one.
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
    // A pattern may take the address and nothing be there: a file that a build doesn't have any more.
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

/** The addresses that a mounted pattern takes: `/panel/bulk/:jobId`, `/theme/*`. */
function addressesOf(pattern: string): RegExp {
  const parts = pattern.split(/(:\w+|\*)/);
  const source = parts.map((part, index) => (index % 2 === 0 ? RegExp.escape(part) : part === '*' ? '.*' : '[^/]+'));
  return new RegExp(`^${source.join('')}$`);
}
