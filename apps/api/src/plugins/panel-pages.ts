import { readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { type PartnerInfo, readPartnerInfo } from '@postern/contract/partners';
import { parseServerId } from '@postern/domain/partners';
import { fontFaceCss, themeCss } from '@postern/domain/themes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compressText } from '../http/compressed-answers.ts';
import { pagePolicy } from '../http/security-headers.ts';
import type { RefuseUnknown } from '../http/unknown-address.ts';
import { type PanelBuilds, withEntry } from './panel-builds.ts';

type PartnerFonts = {
  find: (partnerId: number) => Promise<{ hash: string; isVariable: boolean } | null>;
  read: (partnerId: number, hash: string) => Promise<Buffer | null>;
};

export type PanelPagesDeps = {
  refuseUnknown: RefuseUnknown;
  panelDir: string;
  builds: PanelBuilds;
  readPartnerInfo: (question: { partnerId?: number; serverId?: string; brandedHost: string }) => Promise<PartnerInfo>;
  listOrigins: (partnerId: number) => Promise<string[]>;
  /** The fonts that operators gave as files. */
  fonts: PartnerFonts;
  readLogo: (partnerId: number, isDark: boolean) => Promise<{ type: string; bytes: Buffer } | null>;
  /** Whether Stripe shows its card fields on the purchase page, which it loads from its own address. */
  takesStripe: boolean;
  /** The path of the page that holds the referral programme's script; null without a programme. */
  referralFrame: () => string | null;
};

/** The folder of the built files, and the page that loads them. */
const ASSETS = 'assets';
const PAGE = 'index.html';
/** What partners' pages load and may check by `integrity`. */
const LOADER = 'embed.js';
const ASSET = /^\/?[\w.-]+$/;

/**
 * Files of a build that aren't served by their own names: source maps, and compressed files, which are served under the original's name.
 */
const COMPANIONS = /\.(map|br|gz)$/;

const API_PREFIXES = [
  '/panel/',
  '/internal/',
  '/sandbox-gateway/',
  '/evaluation/',
  '/webhooks/',
  '/neo-namespace/',
  '/neo/',
  '/external/',
  '/partner/v1/',
  // Email apps try several addresses in turn, so an unknown one must be answered with not found.
  '/.well-known/',
  '/autodiscover/',
  '/Autodiscover/',
];

const IS_WINDOW_OF_FRAME = /^\/import-sign-in\?from=frame$/;

/** What a policy may name: a browser's Host header, and nothing that would end its part of the policy. */
const HOST = /^[a-z\d.-]+(:\d+)?$/i;

/** For the operator's eyes; without a route where they are switched off. */
const OPERATORS_PAGES = /^\/(metrics|openapi\.json|docs(\/.*)?)$/;

/** Whether an address without a route gets the panel's page. Not for names of hidden files, which scanners look for. */
export const isPageAddress = (pathname: string): boolean =>
  !pathname.startsWith('/assets/') &&
  !OPERATORS_PAGES.test(pathname) &&
  !pathname.includes('/.') &&
  !API_PREFIXES.some((prefix) => pathname.startsWith(prefix));

/**
 * Serves the panel's files, also those of other releases' builds, and its page at every other address. The page's head links the theme of
 * the host's or link's partner, so that the first paint has it, and holds what the panel asks first: the partner of the host. Its only inline script is the build's own, allowed by
 * its hash.
 */
export async function installPanelPages(app: FastifyInstance, deps: PanelPagesDeps): Promise<void> {
  // Password managers open it to change a password. The page mails a link, which works signed in and signed out.
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/reset-password'));
  const assets = path.join(deps.panelDir, ASSETS);
  await app.register(fastifyStatic, {
    // One route for all files: a route for each of hundreds would slow down the server's start.
    root: assets,
    prefix: `/${ASSETS}/`,
    index: false,
    // A build makes no other file names.
    allowedPath: (file) => ASSET.test(file) && !COMPANIONS.test(file),
    preCompressed: true,
    // The files are small. A part of one that doesn't exist would be an error of its own.
    acceptRanges: false,
    cacheControl: false,
    // Names of built files have a hash of their content; browsers revalidate the few others.
    setHeaders(reply, file) {
      const isNamedByContent = path.basename(path.dirname(file)) === ASSETS;
      reply.setHeader('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
      reply.setHeader('vary', 'accept-encoding');
    },
  });
  for (const file of filesBeside(deps.panelDir))
    app.get(`/${file}`, (_request, reply) => {
      if (file === LOADER)
        void reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
      return reply.sendFile(file, deps.panelDir);
    });
  app.get('/theme.css', (request, reply) => sendTheme(deps, request, reply));
  app.get('/partner-logo', (request, reply) => sendLogo(deps, request, reply));
  app.get('/partner-font/:name', (request, reply) => sendFont(deps, request, reply));
  app.get('/favicon.ico', async (_request, reply) => reply.code(204).send());
  app.setNotFoundHandler(async (request, reply) => {
    const isAsking = request.method === 'GET' || request.method === 'HEAD';
    const pathname = request.url.split('?')[0] ?? '';
    if (isAsking && isPageAddress(pathname)) return sendPage(deps, request, reply);
    const [, file = ''] = /^\/assets\/([\w.-]+)$/.exec(pathname) ?? [];
    const folder = isAsking && file !== '' && !COMPANIONS.test(file) ? deps.builds.folderOf(file) : null;
    return folder === null ? deps.refuseUnknown(request, reply) : reply.sendFile(file, folder);
  });
}

/** The files next to the page that are served under their own names. */
const filesBeside = (panelDir: string): string[] =>
  readdirSync(panelDir, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && entry.name !== PAGE && !COMPANIONS.test(entry.name) ? [entry.name] : [],
  );

/** Whose look the page has. Anyone may ask for any partner's. */
async function partnerOf(deps: PanelPagesDeps, request: FastifyRequest, host?: PartnerInfo): Promise<PartnerInfo> {
  const brandedHost = request.hostname;
  const named = partnerInQuery(request.query as Record<string, unknown>);
  const found = named && (await deps.readPartnerInfo({ ...named, brandedHost }).catch(() => null));
  return found ?? host ?? deps.readPartnerInfo({ brandedHost });
}

/** The partner that a link names, or one of its installations. */
function partnerInQuery({
  partnerId,
  partnerID,
  installId,
}: Record<string, unknown>): { partnerId: number } | { serverId: string } | null {
  const wanted = Number(partnerId ?? partnerID);
  if (Number.isInteger(wanted) && wanted > 0 && wanted < 2 ** 31) return { partnerId: wanted };
  const server = typeof installId === 'string' ? parseServerId(installId) : null;
  return server?.ok ? { serverId: server.value } : null;
}

async function sendPage(deps: PanelPagesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { template, scripts } = deps.builds.current();
  const host = await deps.readPartnerInfo({ brandedHost: request.hostname });
  const partner = await partnerOf(deps, request, host);
  const head = `<link rel="stylesheet" data-partner-theme href="/theme.css?partnerId=${partner.partnerId}" />`;
  const page = withEntry(template, request.url)
    .replace('<!--theme-->', () => head)
    .replace('<!--partner-->', () => partnerBlock(request.hostname, host))
    .replace('data-brand="general"', `data-brand="${partner.brand}"`)
    .replace('<title>Postern</title>', () => `<title>${escapeHtml(partner.companyName)}</title>`);
  const isPurchase = new URL(request.url, 'http://panel').pathname.startsWith('/partner/purchase');
  const card = deps.takesStripe && isPurchase ? 'stripe' : 'own';
  // Never where somebody buys. ADR 119.
  const referral = isPurchase ? null : deps.referralFrame();
  const framed = referral !== null && HOST.test(request.host) ? [`${request.host}${referral}`] : [];
  // The window for a sign-in keeps its tie to the frame that opened it, which a page of a partner contains. It takes messages from the
  // panel's own origin alone. ADR 107.
  if (IS_WINDOW_OF_FRAME.test(request.url)) void reply.header('cross-origin-opener-policy', 'unsafe-none');
  // Only the partner of the host may frame the page. The address doesn't count, because a partner could name itself there and lay its own
  // page over the panel of another partner's customer. ADR 72.
  const origins = await deps.listOrigins(host.partnerId);
  return reply
    .header('content-security-policy', pagePolicy(origins, card, scripts, framed))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(await compressText(request, reply, page));
}

async function sendTheme(deps: PanelPagesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const partner = await partnerOf(deps, request);
  const { partnerId, theme } = partner;
  const font = theme.font === null ? null : await deps.fonts.find(partnerId);
  const face =
    theme.font === null || font === null
      ? ''
      : fontFaceCss({ ...font, family: theme.font, path: `/partner-font/${partnerId}-${font.hash}.woff2` });
  const rules = Object.entries(themeCss(theme)).map(([name, value]) => `${name}:${value}`);
  return reply
    .header('cache-control', 'public, max-age=60')
    .type('text/css; charset=utf-8')
    .send(await compressText(request, reply, `${face}:root:root{${rules.join(';')}}`));
}

/** An SVG file may contain scripts and links. An `img` runs none of them; this policy stops them when the file is opened on its own. */
const LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

async function sendLogo(deps: PanelPagesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { scheme, ...query } = request.query as Record<string, unknown>;
  const named = partnerInQuery(query);
  const logo = named && 'partnerId' in named ? await deps.readLogo(named.partnerId, scheme === 'dark') : null;
  if (logo === null) return deps.refuseUnknown(request, reply);
  return reply
    .header('cache-control', 'public, max-age=600')
    .header('content-security-policy', LOGO_POLICY)
    .type(logo.type)
    .send(logo.bytes);
}

/** Sends a partner's font file. Its address contains a hash of the content, so browsers fetch it once; a replaced file is gone. */
async function sendFont(deps: PanelPagesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { name } = request.params as { name: string };
  const [, partnerId, hash] = /^(\d{1,10})-([\da-f]{16})\.woff2$/.exec(name) ?? [];
  const file =
    partnerId === undefined || Number(partnerId) >= 2 ** 31
      ? null
      : await deps.fonts.read(Number(partnerId), hash ?? '');
  if (file === null) return deps.refuseUnknown(request, reply);
  return reply.header('cache-control', 'public, max-age=31536000, immutable').type('font/woff2').send(file);
}

/** What getPartnerInfo answers for the page's host, as data that no browser runs. */
function partnerBlock(hostname: string, host: PartnerInfo): string {
  const answer = JSON.stringify(readPartnerInfo.output.parse(host));
  return `<script type="application/json" id="partner" data-host="${escapeHtml(hostname)}">${answer.replaceAll('<', '\\u003c')}</script>`;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
