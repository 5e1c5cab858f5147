import {
  newPasswordProblems,
  PASSWORD_MAXIMUM_CHARACTERS,
  PASSWORD_MINIMUM_CHARACTERS,
  type PasswordProblem,
} from '@postern/domain/passwords';
import { Check, Dot } from 'lucide-react';
import type { MessageKey } from '../../../lib/i18n/message-key.ts';
import { useText } from '../../../lib/i18n/texts.ts';

const RULES: readonly { text: MessageKey; brokenBy: readonly PasswordProblem[] }[] = [
  { text: 'mailboxes.rule.length', brokenBy: ['TOO_SHORT', 'TOO_LONG'] },
  { text: 'mailboxes.rule.letter', brokenBy: ['NEEDS_LETTER'] },
  { text: 'mailboxes.rule.digit', brokenBy: ['NEEDS_DIGIT'] },
  { text: 'mailboxes.rule.symbol', brokenBy: ['NEEDS_SYMBOL'] },
  { text: 'mailboxes.rule.noSpaces', brokenBy: ['NO_SPACES', 'CONTROL_CHARACTER'] },
];

/** The password rules, checked off while a password is typed. Made of spans, because it is part of a field's hint. */
export function PasswordRules({ password }: { password: string }) {
  const t = useText();
  const problems = newPasswordProblems(password);
  const limits = { minimum: PASSWORD_MINIMUM_CHARACTERS, maximum: PASSWORD_MAXIMUM_CHARACTERS };
  return (
    <span className="mt-0.5 flex flex-wrap gap-x-4 gap-y-1">
      {RULES.map(({ text, brokenBy }) => {
        const isMet = password !== '' && !brokenBy.some((problem) => problems.includes(problem));
        const Sign = isMet ? Check : Dot;
        return (
          <span key={text} data-met={isMet} className="inline-flex items-center gap-1 data-[met=true]:text-good">
            <Sign size={14} strokeWidth={isMet ? 2.25 : 3.5} aria-hidden="true" className="flex-none" />
            {t(text, limits)}
            <span className="sr-only">{t(isMet ? 'mailboxes.rule.met' : 'mailboxes.rule.open')}</span>
          </span>
        );
      })}
    </span>
  );
}
