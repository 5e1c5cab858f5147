import { loadTexts } from '../../lib/i18n/texts.ts';

/** The aliases of a mailbox, which open from its menu. */
export async function loadAliasPanel() {
  const [{ AliasPanel }] = await Promise.all([import('./alias-panel.tsx'), loadTexts('aliases')]);
  return { AliasPanel };
}
