/** The plain pages of evaluation mode, which replace systems that others would run. They have no inline styles and no scripts. */
export const EVALUATION_STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:44rem;padding:2rem 1rem;color:#1c2321;background:#fbfbf8}h1{font-size:1.5rem}a{color:#0b5d50}li{padding:.7rem 0;border-bottom:1px solid #e3e3dd;list-style:none}ul{padding:0}small{color:#5a6360;display:block}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#fff;border:1px solid #e3e3dd;border-radius:10px;padding:1rem;font:inherit}dl{display:grid;grid-template-columns:auto 1fr;gap:.4rem 1.5rem;overflow-wrap:anywhere}dt{color:#5a6360}dd{margin:0}.button{display:inline-block;padding:.6rem 1.1rem;margin:0 .5rem .5rem 0;border:1px solid #0b5d50;border-radius:10px;text-decoration:none}.button.first{background:#0b5d50;color:#fff}@media(prefers-color-scheme:dark){body{background:#121615;color:#e8ecea}a{color:#6cc9b8}li,pre{border-color:#2b3230}pre{background:#1a1f1e}small,dt{color:#a9b3b0}.button{border-color:#6cc9b8}.button.first{background:#6cc9b8;color:#121615}}`;

export const EVALUATION_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
};

export const evaluationPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="/evaluation/style.css"></head><body>${body}</body></html>`;

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
