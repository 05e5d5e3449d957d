import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENGINE_EXPORTS } from '../../worker/engine/filter/engine/engine-exports.ts'
import { meterWasm } from './meter-wasm.ts'
import { wasmBlock } from './wasm-reader.ts'

// `dev/processes` builds with this, so it asks nothing of it.
const ROOT = join(import.meta.dirname, '..', '..')
/** Where `worker/engine/filter/engine/filter-engine.ts` imports it from. */
const FOLDER = join(ROOT, 'out/filter-engine')
const ENGINE = join(FOLDER, 'filter-engine.wasm')
const MADE_FROM = join(FOLDER, 'made-from.txt')

/** What is read by name while the engine runs, as sections of the module. */
const SCRIPTS = {
  prelude: ['worker/engine/filter/engine/prelude.js'],
  moment: ['node_modules/moment/min/moment.min.js', 'node_modules/moment-timezone/builds/moment-timezone.min.js'],
}
const SOURCES = [
  'node_modules/quickjs-wasi/quickjs.wasm',
  ...globSync('dev/filter-engine/*.ts', { cwd: ROOT }).toSorted(),
  'worker/engine/filter/engine/engine-exports.ts',
  ...Object.values(SCRIPTS).flat(),
]

/** Makes the engine that filter code runs on, unless it was made from the same files before. */
export function writeFilterEngine(): void {
  const hash = createHash('sha256')
  for (const path of SOURCES) hash.update(readFileSync(join(ROOT, path)))
  const from = hash.digest('hex')
  if (existsSync(ENGINE) && existsSync(MADE_FROM) && readFileSync(MADE_FROM, 'utf8') === from) return
  const engine = meterWasm(readFileSync(join(ROOT, 'node_modules/quickjs-wasi/quickjs.wasm')), new Set(ENGINE_EXPORTS))
  const sections = Object.entries(SCRIPTS).map(([name, paths]) =>
    customSection(name, paths.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n')),
  )
  mkdirSync(FOLDER, { recursive: true })
  // A reader meanwhile finds all of the one before.
  const half = `${ENGINE}.${process.pid}`
  writeFileSync(half, Buffer.concat([engine, ...sections]))
  renameSync(half, ENGINE)
  writeFileSync(MADE_FROM, from)
}

/** A section that the machine leaves alone. */
function customSection(name: string, text: string): Buffer {
  const content = Buffer.concat([wasmBlock(Buffer.from(name)), Buffer.from(text)])
  return Buffer.concat([Buffer.of(0), wasmBlock(content)])
}
