import { Counter } from '@postern/ui/feedback/counter';
import { type RefObject, useId, useState } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';

type Props = {
  question: string;
  hint: string;
  value: number;
  minimum: number;
  maximum: number;
  onChange: (value: number) => void;
  onWrong: (isWrong: boolean) => void;
  inputRef: RefObject<HTMLInputElement | null>;
};

/** How many mailboxes. `1,5` and `-5` are no number of mailboxes: they are refused where they are typed. */
export function MailboxCounter({ question, hint, value, minimum, maximum, onChange, onWrong, inputRef }: Props) {
  const t = useText();
  const id = useId();
  const [isWrong, setWrong] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 px-5 py-4 max-phone:px-4">
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="mb-0.5 text-lead!">{question}</h2>
        <p id={`${id}-hint`} className="text-small text-2nd">
          {hint}
        </p>
        <p id={`${id}-wrong`} role="alert" className="text-small text-bad">
          {isWrong && t('upgrade.counter.wrong', { minimum, maximum })}
        </p>
      </div>
      <Counter
        value={value}
        onValueChange={onChange}
        min={minimum}
        max={maximum}
        label={t('upgrade.counter.label')}
        decreaseLabel={t('upgrade.counter.fewer')}
        increaseLabel={t('upgrade.counter.more')}
        valueText={t('upgrade.counter.count', { count: value })}
        describedBy={`${id}-hint ${id}-wrong`}
        onWrong={(now) => {
          setWrong(now);
          onWrong(now);
        }}
        inputRef={inputRef}
        name="noOfAccounts"
      />
    </div>
  );
}
