/* Takes the place of the query library for the early picture: it knows the answers that the page has asked for itself, and asks nothing. */

type Options = { queryKey: readonly unknown[]; select?: (data: unknown) => unknown };
type PageOptions = Options & { getNextPageParam: (page: unknown) => unknown };

const answers = new Map<string, unknown>();
export const keepAnswer = (key: readonly unknown[], data: unknown): void => void answers.set(JSON.stringify(key), data);
const answerTo = (key: readonly unknown[]): unknown => answers.get(JSON.stringify(key));

/** In place of the client: what code outside of components reads of the cache. */
export const queryClient = {
  getQueryData: answerTo,
  getQueriesData: ({ queryKey }: { queryKey: readonly unknown[] }): [unknown[], unknown][] =>
    [...answers]
      .map(([key, data]): [unknown[], unknown] => [JSON.parse(key) as unknown[], data])
      .filter(([key]) => queryKey.every((part, place) => part === key[place])),
};

function stateOf(data: unknown) {
  const isPending = data === undefined;
  return { isPending, isLoading: isPending, isFetching: isPending, isPlaceholderData: false, error: null };
}

export function useQuery({ queryKey, select }: Options) {
  const data = answerTo(queryKey);
  return { ...stateOf(data), data: data === undefined || select === undefined ? data : select(data) };
}

export function useInfiniteQuery({ queryKey, getNextPageParam }: PageOptions) {
  const data = answerTo(queryKey) as { pages: unknown[] } | undefined;
  const next = data === undefined ? null : getNextPageParam(data.pages.at(-1));
  return { ...stateOf(data), data, hasNextPage: next !== null, isFetchNextPageError: false };
}

const same = <Options>(options: Options): Options => options;
export const queryOptions = same;
export const infiniteQueryOptions = same;
export const mutationOptions = same;

export { Fragment as QueryClientProvider } from './react.ts';
/** Nothing is changed in a picture. */
export const useMutation = () => ({ isPending: false });
export const useIsMutating = (): number => 0;
export const useMutationState = (): [] => [];
export const skipToken = Symbol('skip');
