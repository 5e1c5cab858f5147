import { Loader } from '@postern/ui/feedback/loader';
import { useText } from '../lib/i18n/texts.ts';
import { ScreenPlace } from './screen-place.tsx';

/** Shown when a screen takes longer than the eye forgives. */
export function OpeningScreen() {
  const t = useText();
  return (
    <ScreenPlace>
      <Loader text={t('app.opening')} />
    </ScreenPlace>
  );
}
