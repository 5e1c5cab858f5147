import { type CodeMeans, isWholeCode } from '../../lib/forms/code-means.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { fieldCodes } from '../../lib/http/api-error.ts';

type Problem = 'Incomplete' | 'Wrong';

/** A form that asks for one code and sends it once it is whole. */
export const useCodeForm = (means: CodeMeans, failure: Error | null, onCode: (code: string) => void) =>
  useForm({
    initial: { code: '', recoveryCode: '' },
    check: (values): { [Means in CodeMeans]?: Problem } =>
      isWholeCode(means, values[means]) ? {} : { [means]: 'Incomplete' },
    failure,
    refused: (error) => (means in fieldCodes(error) ? { [means]: 'Wrong' as const } : {}),
    submit: (values) => onCode(values[means]),
  });

export type CodeForm = ReturnType<typeof useCodeForm>;
