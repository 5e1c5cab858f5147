// A vitest global setup: servers and commands that tests start in processes of their own are the built ones, which start in a third
// of the time and are what is delivered. Built when the sources changed, which takes a second or two. A run stays with its build,
// whatever is built meanwhile; tests read its folder by `inject('builtApi')`. A server in production doesn't start without the panel's files.
import { apiTarget } from './api-target.mjs';
import { buildStale } from './build-target.mjs';
import { panelTarget } from './panel-target.mjs';

export async function setup(project) {
  const [folder] = await buildStale(apiTarget, panelTarget);
  project.provide('builtApi', folder);
}
