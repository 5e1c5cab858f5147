/** Shuts down cleanly on a signal, or when the npm that started us has ended. */
export function endOnSignal(stop: () => Promise<void>, endsWithNpm: boolean): void {
  let stopping = false;
  const end = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping after ${signal} failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  const parent = process.ppid;
  if (!endsWithNpm || parent === 1) return;
  setInterval(() => {
    if (process.ppid !== parent && !stopping) end('SIGTERM');
  }, 500).unref();
}
