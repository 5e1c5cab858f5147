import { useId } from 'react';
import { chooseScheme, type Scheme, useScheme } from '../../lib/frame/theme.ts';
import type { MessageKey } from '../../lib/i18n/message-key.ts';
import { useText } from '../../lib/i18n/texts.ts';

const CHOICES: readonly { scheme: Scheme; label: MessageKey }[] = [
  { scheme: 'light', label: 'shell.account.light' },
  { scheme: 'dark', label: 'shell.account.dark' },
  { scheme: 'system', label: 'shell.account.system' },
];

export function SchemeChoice() {
  const t = useText();
  const current = useScheme();
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-small text-2nd">{t('shell.account.appearance')}</legend>
      <div className="grid gap-px">
        {CHOICES.map(({ scheme, label }) => (
          <label key={scheme} className="flex items-center gap-2.5 rounded-sm py-1 text-label pointer-coarse:min-h-11">
            <input
              type="radio"
              name={name}
              checked={scheme === current}
              onChange={() => chooseScheme(scheme)}
              className="size-4 flex-none"
            />
            {t(label)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
