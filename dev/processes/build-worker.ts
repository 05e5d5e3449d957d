import { run } from './run.ts'

/** Bundles the API Worker into out/api and the Runner's into out/runner, as Wrangler deploys them. */
export async function buildWorkers(): Promise<void> {
  await Promise.all([bundleWorker('wrangler.toml', 'out/api'), bundleWorker('wrangler.runner.toml', 'out/runner')])
}

function bundleWorker(config: string, folder: string): Promise<void> {
  const args = ['deploy', '--dry-run', '--minify', '--config', config, '--outdir', folder]
  return run('wrangler', args, { WRANGLER_LOG: 'warn' })
}
