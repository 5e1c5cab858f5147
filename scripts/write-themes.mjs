// Writes packages/ui/src/themes.css: the looks that come with the product, derived by the domain's own rule.
import { writeFileSync } from 'node:fs';
import { SEED_THEMES, themeCss } from '../packages/domain/src/themes/index.ts';
import { inRoot } from './parts/repository.mjs';

const rule = (selector, theme) =>
  `${selector} {\n${Object.entries(themeCss(theme))
    .map(([name, value]) => `  ${name}: ${value.replaceAll("'", '"')};\n`)
    .join('')}}\n`;

export const themesCss = () =>
  [
    '/* Written by `npm run themes` from packages/domain/src/themes. The first look is the one before a partner’s own style sheet has come. */',
    rule(':root', SEED_THEMES.general),
    rule('[data-theme="small"]', SEED_THEMES.neo),
    rule('[data-theme="partner"]', SEED_THEMES.northline),
  ].join('\n');

if (import.meta.main) writeFileSync(inRoot('packages/ui/src/themes.css'), themesCss());
