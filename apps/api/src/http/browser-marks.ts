import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallingBrowser } from './request-context.ts';

const MARKS_MAXIMUM = 8;
const MARK = /^[\w-]{43}$/;
/** The calls that sign a person in or need to know who signed in here. */
const PATH = '/panel';
const KEPT_SECONDS = 180 * 24 * 3600;

/**
 * The marks that a browser holds in a cookie which no script can read. They open nothing: a mark only lets its browser keep guessing one
 * account's password when strangers have used up their guesses (ADR 73).
 */
export function browserOf(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): CallingBrowser {
  const name = isSecure ? '__Secure-signed-in-before' : 'signed-in-before';
  return {
    agent: (request.headers['user-agent'] ?? '').slice(0, 500),
    marks: readMarks(request.headers.cookie, name),
    keepMarks: (marks) => {
      const value = marks.slice(0, MARKS_MAXIMUM).join('.');
      // Partitioned, so that a panel framed by a partner's page keeps marks too. The marks of one page are unknown in another's frame.
      const scope = isSecure ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax';
      void reply.header('set-cookie', `${name}=${value}; Path=${PATH}; Max-Age=${KEPT_SECONDS}; HttpOnly; ${scope}`);
    },
  };
}

function readMarks(header: string | undefined, name: string): string[] {
  const cookies = (header ?? '').split(';').map((cookie) => cookie.trim());
  const value = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  const marks = value.split('.').filter((mark) => MARK.test(mark));
  return [...new Set(marks)].slice(0, MARKS_MAXIMUM);
}
