import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const LOCALES = path.resolve(import.meta.dirname, '../../apps/panel/locales');

/** The panel's texts in a language, so that a tour finds its buttons in every language. Placeholders match anything, a space any space. */
export type PanelTexts = (key: string) => RegExp;

export function panelTexts(locale: string): PanelTexts {
  const folder = path.join(LOCALES, locale);
  const texts: Record<string, string> = {};
  for (const file of readdirSync(folder))
    Object.assign(texts, JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
  return (key) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`There is no text ${key} in ${locale}.`);
    const pattern = text
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s/g, String.raw`\s`))
      .join('.*');
    return new RegExp(`^${pattern}$`);
  };
}
