import type { DkimKeyView } from '@postern/contract/dkim';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { keyFailureText } from './key-failure.ts';
import { enableKeyMutation, publishKeyMutation } from './queries.ts';

/** Enables a key, and reports the result: in a toast, and at the key until the next try. */
export function useSwitchOn(dkimKey: DkimKeyView) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const textOf = (error: Error) => keyFailureText(error, dkimKey, domain, t);
  const onError = (error: Error) => void showToast(textOf(error), { kind: 'error' });
  const onDone = () => void showToast(t('dkim.key.switchedOn', { domain }), { kind: 'success' });
  const enabling = useSingleCall({ ...enableKeyMutation(bundleId), onError }, onDone);
  const publishing = useSingleCall({ ...publishKeyMutation(bundleId), onError }, onDone);
  const error = enabling.error ?? publishing.error;
  function start(first: typeof enabling, other: typeof enabling) {
    other.reset();
    first.run(dkimKey);
  }
  return {
    enable: () => start(enabling, publishing),
    publish: () => start(publishing, enabling),
    pending: enabling.pending ? ('enable' as const) : publishing.pending ? ('publish' as const) : null,
    failure: error && textOf(error),
  };
}
