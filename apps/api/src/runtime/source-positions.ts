import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/*
 * In a build, stack traces name the lines of the sources. Node can do that too (`--enable-source-maps`), but it reads the maps of all files at
 * the start and keeps them: 80 MB. Here they are read when a trace is first looked at, and forgotten soon after. ADR 112.
 */
const FOLDER = import.meta.dirname;
const PREFIX = `${pathToFileURL(FOLDER).href}/`;
/** Errors come in bursts. */
const KEPT_MILLIS = 5_000;

const maps = new Map<string, SourceMap | null>();

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  let map: SourceMap | null = null;
  try {
    map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    // A trace without it is better than none.
  }
  if (maps.size === 0) setTimeout(() => maps.clear(), KEPT_MILLIS).unref();
  maps.set(file, map);
  return map;
}

/** The build is written next to its later place, so its maps lead to nowhere; what follows is the path in the repository. */
const sourceFile = (named: string): string => path.resolve(FOLDER, '../../..', named.replace(/^(\.\.\/)+/, ''));

function describeFrame(frame: NodeJS.CallSite): string {
  const text = (frame as unknown as { toString: () => string }).toString();
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
  if (!file?.startsWith(PREFIX) || line === null || column === null) return text;
  const entry = mapOf(file)?.findEntry(line - 1, column - 1);
  if (!entry || !('originalSource' in entry)) return text;
  const { originalSource, originalLine, originalColumn } = entry;
  const place = `${sourceFile(originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
  return text.replace(`${file}:${line}:${column}`, () => place);
}

function nameOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}

Error.prepareStackTrace = (error, frames) => [nameOf(error), ...frames.map(describeFrame)].join('\n    at ');
