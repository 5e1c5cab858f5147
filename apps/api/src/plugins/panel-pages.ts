import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { PartnerInfo } from '@postern/contract/partners';
import { themeCss } from '@postern/domain/themes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../http/error-handler.ts';
import { unknownAddress } from '../http/unknown-address.ts';
import { pagePolicy } from './security-headers.ts';

export type PanelPagesDeps = {
  panelDir: string;
  readPartnerInfo: (question: { partnerId?: number; brandedHost: string }) => Promise<PartnerInfo>;
  listOrigins: (partnerId: number) => Promise<string[]>;
  /** Stripe draws its card fields on the purchase page, from its own address as it demands. */
  takesStripe: boolean;
};

const API_PREFIXES = [
  '/panel/',
  '/internal/',
  '/sandbox-gateway/',
  '/webhooks/',
  '/neo-namespace/',
  '/neo/',
  '/external/',
  // Email apps try several addresses one after the other: where there is nothing for them they must hear so.
  '/.well-known/',
  '/autodiscover/',
  '/Autodiscover/',
];

/**
 * The panel's own files, and its page for every other address. The page's head links the theme of the partner whose
 * host or link this is, so that the first paint has it; nothing on the page is inline.
 */
export async function installPanelPages(app: FastifyInstance, deps: PanelPagesDeps): Promise<void> {
  const template = readFileSync(path.join(deps.panelDir, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: deps.panelDir,
    wildcard: false,
    index: false,
    globIgnore: ['index.html', '**/*.map'],
    cacheControl: false,
    // Names of built files hold a hash of their content; the few others are asked for again.
    setHeaders: (reply, file) =>
      void reply.setHeader(
        'cache-control',
        file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
  app.get('/theme.css', (request, reply) => sendTheme(deps, request, reply));
  app.get('/favicon.ico', async (_request, reply) => reply.code(204).send());
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '';
    if (
      request.method !== 'GET' ||
      pathname.startsWith('/assets/') ||
      API_PREFIXES.some((prefix) => pathname.startsWith(prefix))
    )
      return sendProblem(reply, unknownAddress(app, request));
    return sendPage(deps, template, request, reply);
  });
}

async function partnerOf(deps: PanelPagesDeps, request: FastifyRequest): Promise<PartnerInfo> {
  const { partnerId, partnerID } = request.query as { partnerId?: unknown; partnerID?: unknown };
  const wanted = Number(partnerId ?? partnerID);
  const brandedHost = request.hostname;
  if (Number.isInteger(wanted) && wanted > 0 && wanted < 2 ** 31) {
    const found = await deps.readPartnerInfo({ partnerId: wanted, brandedHost }).catch(() => null);
    if (found !== null) return found;
  }
  return deps.readPartnerInfo({ brandedHost });
}

async function sendPage(
  deps: PanelPagesDeps,
  template: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const partner = await partnerOf(deps, request);
  const head = `<link rel="stylesheet" data-partner-theme href="/theme.css?partnerId=${partner.partnerId}" />`;
  const page = template
    .replace('<!--theme-->', () => head)
    .replace('data-brand="general"', `data-brand="${partner.brand}"`)
    .replace('<title>Postern</title>', () => `<title>${escapeHtml(partner.companyName)}</title>`);
  const logos = [partner.resources.controlPanelLogoUrl, partner.resources.controlPanelLogoDarkUrl].flatMap((url) =>
    url !== null && URL.canParse(url) ? [new URL(url).origin] : [],
  );
  const isPurchase = new URL(request.url, 'http://panel').pathname.startsWith('/partner/purchase');
  const card = deps.takesStripe && isPurchase ? 'stripe' : 'own';
  return reply
    .header('content-security-policy', pagePolicy(await deps.listOrigins(partner.partnerId), [...new Set(logos)], card))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page);
}

async function sendTheme(deps: PanelPagesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const partner = await partnerOf(deps, request);
  const rules = Object.entries(themeCss(partner.theme)).map(([name, value]) => `${name}:${value}`);
  return reply
    .header('cache-control', 'public, max-age=60')
    .type('text/css; charset=utf-8')
    .send(`:root:root{${rules.join(';')}}`);
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
