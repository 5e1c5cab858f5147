import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { command, root } from './repository.ts';

const run = promisify(execFile);

/** The workspaces that rules and imports use: package name → folder. */
const WORKSPACES: Record<string, { folder: string; exports: string }> = {
  '@postern/domain': { folder: 'packages/domain', exports: './src/*/index.ts' },
  '@postern/contract': { folder: 'packages/contract', exports: './src/*.ts' },
  '@postern/adapter-mail': { folder: 'packages/adapters/mail', exports: './src/*.ts' },
  '@postern/adapter-dns': { folder: 'packages/adapters/dns', exports: './src/*.ts' },
  '@postern/sandbox-gateway': { folder: 'packages/sandbox-gateway', exports: './src/*.ts' },
  '@postern/ui': { folder: 'packages/ui', exports: './src/*.tsx' },
  '@postern/testkit': { folder: 'packages/testkit', exports: './src/*.ts' },
};
const PACKAGES = ['zod', 'fastify', 'react', 'drizzle-orm', 'vitest'];
const CONFIGS = ['.dependency-cruiser.mjs', '.oxlintrc.json', 'biome.json', 'tsconfig.json', 'scripts/lint'];

export type PlantedHouse = {
  folder: string;
  plant: (files: Record<string, string>) => void;
  /** Runs an installed command there; returns its output and exit code. */
  run: (name: string, ...args: string[]) => Promise<{ code: number; output: string }>;
};

/** An empty folder that is deleted when the test has ended. */
function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'postern-house-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A small repository in a temporary folder, with the real configuration of the tools. Faults are planted here, never in the working tree. */
export function plantedHouse(files: Record<string, string>): PlantedHouse {
  const folder = temporaryFolder();
  const plant = (more: Record<string, string>) => {
    for (const [file, text] of Object.entries(more)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
  };
  for (const config of CONFIGS) cpSync(path.join(root, config), path.join(folder, config), { recursive: true });
  mkdirSync(path.join(folder, 'node_modules/@postern'), { recursive: true });
  for (const [name, { folder: place, exports }] of Object.entries(WORKSPACES)) {
    plant({ [`${place}/package.json`]: JSON.stringify({ name, type: 'module', exports: { './*': exports } }) });
    symlinkSync(path.join(folder, place), path.join(folder, 'node_modules', name));
  }
  for (const name of PACKAGES) {
    plant({
      [`node_modules/${name}/package.json`]: JSON.stringify({ name, main: 'index.js', types: 'index.d.ts' }),
      [`node_modules/${name}/index.js`]: 'export const it = 1;',
      [`node_modules/${name}/index.d.ts`]: 'export declare const it: number;',
    });
  }
  for (const name of ['@types', '@swc'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  plant({ 'package.json': JSON.stringify({ name: 'house', type: 'module' }), ...files });
  return {
    folder,
    plant,
    run: async (name, ...args) => {
      try {
        const { stdout, stderr } = await run(command(name), args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
        return { code: 0, output: stdout + stderr };
      } catch (error) {
        const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
        return { code: Number(code ?? 1), output: stdout + stderr };
      }
    },
  };
}
