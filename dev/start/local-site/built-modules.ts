import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { V4ModuleDefinition } from 'miniflare'
import { ROOT } from '../../processes/run.ts'

/** Where the built Workers are. */
export const BUILT = join(ROOT, 'out')
const ENTRY = 'index.js'

/** The modules of a built Worker, each at its path in `out`: the entry first. */
export function builtModules(worker: 'api' | 'runner'): V4ModuleDefinition[] {
  const folder = join(BUILT, worker)
  const others = readdirSync(folder).filter((name) => /\.(?:js|wasm)$/.test(name) && name !== ENTRY)
  return [ENTRY, ...others].map((name) => {
    const path = join(folder, name)
    return { type: name.endsWith('.wasm') ? 'CompiledWasm' : 'ESModule', path, contents: readFileSync(path) }
  })
}
