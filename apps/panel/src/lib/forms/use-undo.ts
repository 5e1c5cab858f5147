import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { errorText } from '../http/error-text.ts';
import { useText } from '../i18n/texts.ts';
import { showToast } from '../toasts.ts';

/**
 * The toast's button that takes a change back. It is an ordinary call: the server checks it as any other, so an undo that is no longer possible
 * is refused, and the toast says why.
 */
export function useUndo<Input, Result>(change: UseMutationOptions<Result, Error, Input>) {
  const t = useText();
  const { mutate } = useMutation(change);
  return (input: Input, doneText: string) => ({
    label: t('shell.action.undo'),
    onPress: () =>
      mutate(input, {
        onSuccess: () => showToast(doneText, { kind: 'success' }),
        onError: (failure) => showToast(errorText(failure, t), { kind: 'error' }),
      }),
  });
}
