import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFilterEngine } from '../filter-engine/write-filter-engine.ts'
import { ROOT, run } from './run.ts'

/** Bundles the API Worker into out/api and the Runner's into out/runner, as Wrangler deploys them. */
export async function buildWorkers(): Promise<void> {
  writeFilterEngine()
  await Promise.all([bundleWorker('wrangler.toml', 'out/api'), bundleWorker('wrangler.runner.toml', 'out/runner')])
}

function bundleWorker(config: string, folder: string): Promise<void> {
  // The file of an engine of before would be deployed too.
  rmSync(join(ROOT, folder), { recursive: true, force: true })
  const args = ['deploy', '--dry-run', '--minify', '--config', config, '--outdir', folder]
  return run('wrangler', args, { WRANGLER_LOG: 'warn' })
}
