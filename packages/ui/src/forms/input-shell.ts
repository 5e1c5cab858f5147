/** The frame around every typed control. 16 px on touch screens, because a phone zooms into anything smaller. */
export const INPUT_SHELL = [
  'flex w-full min-w-0 items-center gap-2.5 rounded-md border border-line-strong bg-surface px-3.5 text-body text-text transition-colors duration-120',
  'pointer-coarse:text-lead hover:border-3rd',
  'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent',
  'has-[[aria-invalid=true]]:border-bad',
  'has-[:disabled]:cursor-not-allowed has-[:disabled]:border-line has-[:disabled]:bg-sunken has-[:disabled]:text-3rd',
].join(' ');

export const INPUT_BARE =
  'min-w-0 flex-1 self-stretch bg-transparent outline-none! [&[type=password]:not(:placeholder-shown)]:tracking-[0.18em] disabled:cursor-not-allowed autofill:shadow-[inset_0_0_0_99px_var(--surface)] autofill:[-webkit-text-fill-color:var(--text)]';
