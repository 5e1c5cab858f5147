import { createHash } from 'node:crypto';
import type { ChallengeInBooks } from './answer-challenge.ts';

const STYLE = `
:root { color-scheme: light dark; --page: #faf9f7; --surface: #fff; --line: #dedbd5; --text: #1d2524; --quiet: #55605e;
  --accent: #0d5f56; --accent-hover: #0a4d46; --on-accent: #fff; --note: #f1efe9; --edge: #85908d; }
@media (prefers-color-scheme: dark) { :root { --page: #131817; --surface: #1a2120; --line: #38413f; --text: #ecf0ef; --quiet: #a9b3b1;
  --accent: #6fc7ba; --accent-hover: #8ad6ca; --on-accent: #06231f; --note: #222a29; --edge: #74807d; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--page); color: var(--text);
  font: 16px/1.5 'Onest Variable', system-ui, sans-serif; }
main { width: 100%; max-width: 420px; padding: 32px; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; }
.note { margin: 0 0 24px; padding: 8px 12px; border-radius: 8px; background: var(--note); color: var(--quiet); font-size: 14px; }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.3; letter-spacing: -0.01em; text-wrap: balance; }
p { margin: 0; color: var(--quiet); }
.sum { margin: 20px 0 0; color: var(--text); font-size: 32px; font-weight: 600; font-variant-numeric: tabular-nums; letter-spacing: -0.02em; }
form { display: grid; gap: 12px; margin-top: 28px; }
button, a.button { display: block; width: 100%; min-height: 48px; padding: 11px 16px; border: 1px solid transparent; border-radius: 10px;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; transition: background-color 150ms ease-out; }
.primary { background: var(--accent); color: var(--on-accent); }
.primary:hover { background: var(--accent-hover); }
.secondary { background: transparent; border-color: var(--edge); color: var(--text); }
.secondary:hover { background: var(--note); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
a.button { margin-top: 28px; }
@media (prefers-reduced-motion: reduce) { button, a.button { transition: none; } }
@media (max-width: 400px) { main { padding: 24px 20px; } }
`;

const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** The page's Content-Security-Policy. The form redirects to where the payer came from, which browsers check against `form-action` too. */
export function challengePagePolicy(allowedOrigins: readonly string[]): string {
  const origins = ["'self'", ...allowedOrigins].join(' ');
  return `default-src 'none'; style-src ${STYLE_HASH}; form-action ${origins}; frame-ancestors ${origins}; base-uri 'none'`;
}

/** Stands in for a bank's page: asks, or shows what was answered. Plain HTML that works without JavaScript. */
export function challengePage(challenge: ChallengeInBooks, continueUrl: string | null): string {
  if (challenge.state === 'open') return page('Approve with your bank', question(challenge));
  const { heading, text } = SETTLED[challenge.state];
  const onward = continueUrl
    ? `<a class="button primary" href="${escapeHtml(continueUrl)}">Continue</a>`
    : '<p>You can close this window.</p>';
  return page(heading, `<h1>${heading}</h1><p>${text}</p>${onward}`);
}

/** The page for a wrong or unknown link. */
export function unknownChallengePage(): string {
  const heading = "This link doesn't work";
  return page(heading, `<h1>${heading}</h1><p>Go back to the page where you entered your card, and try again.</p>`);
}

const SETTLED = {
  approved: { heading: 'Approved', text: 'You can go on where you left off.' },
  declined: { heading: 'Declined', text: 'Nothing was charged.' },
  void: { heading: 'No longer needed', text: 'This request was replaced or canceled. Nothing was charged through it.' },
} as const;

function question({ intent }: ChallengeInBooks): string {
  const card = `Visa ending in ${escapeHtml(intent.challenge?.card.lastFourDigits ?? '')}`;
  const ask =
    intent.kind === 'payment'
      ? `<h1>Approve this payment?</h1><p>${card}</p><p class="sum">${escapeHtml(money(intent.amountMinor, intent.currency))}</p>`
      : `<h1>Save this card?</h1><p>${card}. Nothing is charged now.</p>`;
  return `${ask}<form method="post">
<button class="primary" name="decision" value="approve">Approve</button>
<button class="secondary" name="decision" value="decline">Decline</button>
</form>`;
}

function money(amountMinor: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="note"><strong>Sandbox.</strong> This stands in for a bank’s page. No real card is used and no money moves.</p>
${content}
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
