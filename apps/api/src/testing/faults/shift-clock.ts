// Imported first into a server's process (node --import): sets its clock wrong, by TEST_CLOCK_SHIFT_MILLIS milliseconds from the start, and
// by two more days as soon as it gets SIGUSR2. Node's timers and `performance` go on as before, as they do when a machine's clock is set.
const JUMP_MILLIS = 2 * 24 * 60 * 60 * 1000;

const RealDate = Date;
let shift = Number(process.env['TEST_CLOCK_SHIFT_MILLIS'] ?? 0);
process.on('SIGUSR2', () => {
  shift += JUMP_MILLIS;
});

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], self) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + shift] : args, self) as Date,
  apply: () => new RealDate(RealDate.now() + shift).toString(),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + shift : (Reflect.get(target, name) as unknown)),
});
