import { writeFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = `<!doctype html>
<html lang="en">
  <body><div id="root"></div><script type="module" src="/main.tsx"></script></body>
</html>
`;

/** One screen with one form, one route, one query and one mutation: the minimum of a panel on this stack. */
const MAIN = `import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const post = (body) => fetch('/panel/login', { method: 'POST', body }).then((answer) => answer.json());
function Login() {
  const partner = useQuery({ queryKey: ['partner'], queryFn: () => fetch('/panel/partner').then((answer) => answer.json()) });
  const login = useMutation({ mutationFn: post });
  return (
    <form action={(form) => login.mutate(form)}>
      <h1>{partner.data?.name}</h1>
      <input name="email" />
      <input name="password" type="password" />
      <button>{login.isPending ? '…' : 'Sign in'}</button>
    </form>
  );
}

const root = createRootRoute({ component: Outlet });
const login = createRoute({ getParentRoute: () => root, path: '/', component: Login });
const router = createRouter({ routeTree: root.addChildren([login]) });
createRoot(document.getElementById('root')).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
`;

/** Leaves out the panel's own plugins (texts, fonts, style sheets), but compiles React as the panel does. */
const config = (panelConfig: string) => `import panel from ${JSON.stringify(panelConfig)};

export default async (env) => {
  const { build, plugins, ...rest } = panel(env);
  const all = (await Promise.all(plugins)).flat(Infinity);
  const compilers = all.filter((plugin) => plugin && /react|babel/.test(plugin.name));
  return { ...rest, plugins: compilers, root: import.meta.dirname, build: { ...build, outDir: 'dist' } };
};
`;

/** Writes a minimal app on the panel's stack, which is built with the panel's own settings. */
export function writeMinimalApp(folder: string, panelConfig: string): void {
  writeFileSync(path.join(folder, 'index.html'), PAGE);
  writeFileSync(path.join(folder, 'main.tsx'), MAIN);
  writeFileSync(path.join(folder, 'vite.config.ts'), config(panelConfig));
}
