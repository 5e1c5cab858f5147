import { Button } from '@postern/ui/buttons/button';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { FormFailure } from './form-failure.tsx';

type Props = { title: string; error: unknown; again: () => void };

/** A mailed link that the server couldn't be asked about, with a button to ask again. */
export function UncheckedLink({ title, error, again }: Props) {
  const t = useText();
  return (
    <div className="grid gap-4.5">
      <h1>{title}</h1>
      <FormFailure text={errorText(error, t)} />
      <Button wide onClick={again}>
        {t('app.failedInit.retry')}
      </Button>
    </div>
  );
}
