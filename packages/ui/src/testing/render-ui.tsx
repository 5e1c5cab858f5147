import './test.css';
import { AXE_RUN, describeViolations } from '@postern/testkit/axe-run';
import { settlePage } from '@postern/testkit/settle-page';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { ToastProvider } from '../overlays/toast.tsx';
import type { ToastQueue } from '../overlays/toast-queue.ts';
import { UiProvider, type UiProviderProps } from '../ui-provider.tsx';
import { renderDrawn } from './render-drawn.tsx';

type Settings = Omit<UiProviderProps, 'children'> & { queue?: ToastQueue };

/** Renders inside the providers of an application, with a page around it that axe accepts. */
export async function renderUi(children: ReactNode, { queue, ...settings }: Settings = {}) {
  await document.fonts.ready;
  const screen = await renderDrawn(
    <UiProvider {...settings}>
      <ToastProvider closeLabel="Close message" regionLabel="Messages" queue={queue}>
        <main>{children}</main>
      </ToastProvider>
    </UiProvider>,
  );
  await document.fonts.ready;
  return screen;
}

/** axe finds no fault on the page as it is. */
export async function expectNoFaults(): Promise<void> {
  document.documentElement.lang = 'en';
  document.title = 'Components';
  await settlePage();
  const { violations } = await axe.run(document.body, {
    ...AXE_RUN,
    // A component on a bare page has neither; the panel's own tests check whole pages.
    rules: {
      'page-has-heading-one': { enabled: false },
      'landmark-one-main': { enabled: false },
      region: { enabled: false },
    },
  });
  expect(describeViolations(violations)).toEqual([]);
}
