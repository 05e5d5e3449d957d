import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { V4ModuleDefinition } from 'miniflare'
import { ROOT } from '../../processes/run.ts'

/** Where the built Workers are. */
export const BUILT = join(ROOT, 'out')

/** A built Worker, at its path in `out`. */
export function builtModule(worker: 'api' | 'runner'): V4ModuleDefinition {
  const path = join(BUILT, worker, 'index.js')
  return { type: 'ESModule', path, contents: readFileSync(path) }
}

/** The Runner's Worker, and the engine of filter code that it imports. */
export function runnerModules(): V4ModuleDefinition[] {
  const folder = join(BUILT, 'runner')
  const engines = readdirSync(folder).filter((name) => name.endsWith('.wasm'))
  return [
    builtModule('runner'),
    ...engines.map((name): V4ModuleDefinition => {
      const path = join(folder, name)
      return { type: 'CompiledWasm', path, contents: readFileSync(path) }
    }),
  ]
}
