import { showNames } from '@postern/domain/addresses';
import type { MailText } from '../../feature/feature.ts';

type Parts = {
  subject: string;
  /** The first paragraph: what the mail is about. */
  lead: string;
  /** The one thing to do. */
  action?: { href: string; label: string };
  /** Further information, one sentence per line. */
  lines: string[];
  companyName: string;
};

/** Renders a mail as text and as HTML. International names are shown as people read them; the link stays as it is. */
export function renderMail({ action, companyName, ...parts }: Parts): MailText {
  const e = escapeHtml;
  const [subject, lead] = [showNames(parts.subject), showNames(parts.lead)];
  const lines = parts.lines.map(showNames);
  const button = action
    ? `<p><a href="${e(action.href)}" style="display:inline-block;padding:.7em 1.2em;border-radius:8px;background:#0b6a5b;color:#fff;text-decoration:none">${e(action.label)}</a></p>`
    : '';
  return {
    subject,
    text: [lead, '', ...(action ? [action.href, ''] : []), ...lines, '', companyName].join('\n'),
    html: `<!doctype html><html><body style="font:16px/1.5 system-ui,sans-serif;color:#1c2321;max-width:34em;margin:2em auto;padding:0 1em"><p>${e(lead)}</p>${button}${lines.map((line) => `<p style="color:#5a6360;font-size:14px;margin:.4em 0">${e(line)}</p>`).join('')}<p>${e(companyName)}</p></body></html>`,
  };
}

/** Names the language of a mail, in which a screen reader reads it aloud. WCAG 3.1.1. */
export const inLanguage = (mail: MailText, locale: string): MailText => ({
  ...mail,
  html: mail.html.replace('<html>', () => `<html lang="${escapeHtml(locale)}">`),
});

/** Adds a last line to a mail that names the supporter who caused it. */
export const markSupport = (mail: MailText, line: string): MailText => ({
  ...mail,
  text: `${mail.text}\n\n${line}`,
  html: mail.html.replace('</body>', () => `<p style="color:#5a6360;font-size:14px">${escapeHtml(line)}</p></body>`),
});

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
