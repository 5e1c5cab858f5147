import { afterAll, beforeAll } from 'vitest';
import { type GatewayProcess, startGatewayProcess, temporaryFolder } from './gateway-process.ts';

/** A gateway for all tests of a block. `dir` is its folder. */
export type SharedGateway = Pick<GatewayProcess, 'baseUrl' | 'call' | 'confirm' | 'output'> & { dir: string };

/** Starts a gateway in a new folder before the tests of the calling block, and ends it after them. */
export function useGateway(args: readonly string[] = []): SharedGateway {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let gateway: GatewayProcess;
  beforeAll(async () => {
    folder = await temporaryFolder();
    gateway = await startGatewayProcess(folder.path, args);
  });
  afterAll(async () => {
    await gateway.end('SIGTERM');
    await folder[Symbol.asyncDispose]();
  });
  return {
    get dir() {
      return folder.path;
    },
    get baseUrl() {
      return gateway.baseUrl;
    },
    call: (...request) => gateway.call(...request),
    confirm: (...card) => gateway.confirm(...card),
    output: () => gateway.output(),
  };
}
