import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { writeFilterEngine } from '../filter-engine/write-filter-engine.ts'
import { ROOT } from './run.ts'

/** Bundles the API Worker into out/api and the Runner's into out/runner, which Wrangler deploys as they are. */
export async function buildWorkers(): Promise<void> {
  writeFilterEngine()
  await Promise.all([
    bundleWorker('worker/app/index.ts', 'out/api'),
    bundleWorker('worker/app/runner/index.ts', 'out/runner'),
  ])
}

async function bundleWorker(input: string, folder: string): Promise<void> {
  // The file of an engine of before would be deployed too.
  rmSync(join(ROOT, folder), { recursive: true, force: true })
  const bundle = await rolldown({
    cwd: ROOT,
    input,
    platform: 'neutral',
    external: [/^cloudflare:/, /^node:/],
    resolve: {
      conditionNames: ['workerd', 'worker', 'browser', 'import', 'production'],
      mainFields: ['browser', 'module', 'main'],
    },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [wasmBeside],
  })
  await bundle.write({
    dir: join(ROOT, folder),
    entryFileNames: 'index.js',
    chunkFileNames: '[name]-[hash].js',
    minify: true,
    sourcemap: true,
  })
  await bundle.close()
}

/** WebAssembly is a module of its own in a Worker: a file beside the bundle, which names it by what is in it. */
const wasmBeside: Plugin = {
  name: 'wasm-beside',
  resolveId(imported, importer) {
    if (!imported.endsWith('.wasm') || importer === undefined) return null
    const source = readFileSync(join(dirname(importer), imported))
    const fileName = `${createHash('sha256').update(source).digest('hex')}-${basename(imported)}`
    this.emitFile({ type: 'asset', fileName, source })
    return { id: `./${fileName}`, external: true }
  },
}
