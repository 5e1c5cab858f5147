/* Runs before the first paint, so that a chosen dark or light look never flashes the other one. Its twin is src/lib/theme.ts. */
try {
  const chosen = localStorage.getItem('postern.scheme');
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.scheme = chosen;
} catch {
  /* Without storage the system's choice holds. */
}
