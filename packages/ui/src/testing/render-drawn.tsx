import { type ReactNode, useEffect } from 'react';
import { render } from 'vitest-browser-react';

function Drawn({ tell, children }: { tell: () => void; children: ReactNode }) {
  useEffect(tell, [tell]);
  return children;
}

function drawn(element: ReactNode) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wrapped: <Drawn tell={resolve}>{element}</Drawn>, isDrawn: promise };
}

/** Renders and waits until the element is on the page and listens to events: the production build of React draws when it has time. */
export async function renderDrawn(element: ReactNode) {
  const first = drawn(element);
  const screen = await render(first.wrapped);
  await first.isDrawn;
  const rerender = async (nextElement: ReactNode) => {
    const next = drawn(nextElement);
    await screen.rerender(next.wrapped);
    await next.isDrawn;
  };
  return { ...screen, rerender };
}
