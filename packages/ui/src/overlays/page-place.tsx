import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

type Pages = {
  host: HTMLElement | null;
  setHost: (host: HTMLElement | null) => void;
  /** The modals that are open, the uppermost last. */
  open: readonly string[];
  enter: (id: string) => void;
  /** `then` runs when what was below is shown again. */
  leave: (id: string, then: () => void) => void;
};

const Context = createContext<Pages | null>(null);

/** Knows the modals below that are shown as pages. */
export function PageModals({ children }: { children: ReactNode }) {
  const [host, setHost] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<readonly string[]>([]);
  const after = useRef<(() => void)[]>([]);
  const enter = useCallback((id: string) => setOpen((now) => [...now, id]), []);
  const leave = useCallback((id: string, then: () => void) => {
    after.current.push(then);
    setOpen((now) => now.filter((each) => each !== id));
  }, []);
  // What takes the focus back must be visible by then.
  useLayoutEffect(() => {
    // The outer one last: what an inner one came from may have gone with it.
    for (const then of after.current.splice(0).reverse()) then();
  }, [open]);
  const pages = useMemo(() => ({ host, setHost, open, enter, leave }), [host, open, enter, leave]);
  return <Context value={pages}>{children}</Context>;
}

/** The part of the window that modals take when they are pages: the uppermost one is shown instead of what is in here, wherever it was opened. */
export function PagePlace({ children }: { children: ReactNode }) {
  const pages = use(Context);
  return (
    <>
      <div className={pages && pages.open.length > 0 ? 'hidden' : 'contents'}>{children}</div>
      <div ref={pages?.setHost} className="contents" />
    </>
  );
}

/**
 * Holds a place for one modal while it is there; without a `PagePlace` it is shown where it was opened. `onLeft` is called once it has gone
 * and what was below it is visible.
 */
export function useHeldPlace(onLeft: () => void): { host: HTMLElement | null; isCovered: boolean } {
  const id = useId();
  const pages = use(Context);
  const { enter, leave } = pages ?? {};
  const latest = useRef(onLeft);
  useLayoutEffect(() => {
    latest.current = onLeft;
  });
  useLayoutEffect(() => {
    enter?.(id);
    const then = () => latest.current();
    return () => leave?.(id, then);
  }, [id, enter, leave]);
  const { open = [], host = null } = pages ?? {};
  return { host, isCovered: host !== null && open.includes(id) && open.at(-1) !== id };
}
