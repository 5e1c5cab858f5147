import { Loader } from '@postern/ui/feedback/loader';
import { useText } from '../i18n/texts.ts';
import { CenteredNotice } from './centered-notice.tsx';

/** Shown when a screen takes noticeably long to open. */
export function OpeningScreen() {
  const t = useText();
  return (
    <CenteredNotice>
      <Loader text={t('app.opening')} />
    </CenteredNotice>
  );
}
