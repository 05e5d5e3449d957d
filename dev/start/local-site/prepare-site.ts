import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDatabase } from './prepare-database.ts'
import { devVars, withDevVars } from '../../settings/dev-vars.ts'
import { CLOCK_PORT, needPorts, OUTBOX_PORT, SERVICES_PORT, STRIPE_PORT } from '../../settings/ports.ts'
import { QUIET, ROOT } from '../../processes/run.ts'
import { seedStripe } from '../../seed/seed-stripe.ts'
import { startStandIns, type StandIns } from './start-stand-ins.ts'
import { STATE_DIR } from '../../settings/state-dir.ts'
import { workerConfigs } from './worker-configs.ts'

/**
 * Checks the ports, starts the stand-ins and prepares the data. Returns them with the Worker's settings. `is_new`: no
 * demo Applet has run yet.
 */
export async function prepareSite(port: number) {
  const own = devVars()
  // A developer's own Stripe key means real Stripe, without the stand-in and its settings.
  const stripe = 'STRIPE_SECRET_KEY' in own ? null : STRIPE_PORT
  await needPorts([port, SERVICES_PORT, OUTBOX_PORT, CLOCK_PORT, ...(stripe === null ? [] : [stripe])])
  ownWorkerRegistry()
  const ports = { services: SERVICES_PORT, outbox: OUTBOX_PORT, stripe, clock: CLOCK_PORT }
  const standIns = await startStandIns(ports, STATE_DIR)
  const vars = withDevVars(standIns.vars, own)
  const is_new = await prepareDatabase(JSON.parse(vars['SERVICE_ADDRESSES'] ?? '{}'))
  const origin = `http://localhost:${port}`
  standIns.services.tellProductAt(origin)
  standIns.outbox.tellProductAt(origin, 'explorer')
  if (standIns.stripe) await seedStripe(standIns.stripe, { siteOrigin: origin, now: standIns.clock.now() })
  return { origin, standIns, vars, is_new }
}

/**
 * Wrangler and Vite look up each other's Workers in a registry for the whole machine. Each site has one of its own, empty
 * at its start: a site that was killed leaves its entries behind.
 */
function ownWorkerRegistry(): void {
  const folder = join(STATE_DIR, 'registry')
  rmSync(folder, { recursive: true, force: true })
  process.env.CLOUDFLARE_DEV_REGISTRY_PATH = folder
}

/** Runs wrangler with the built Worker and the outbox binding. The stand-ins stop when it exits. */
export function runWrangler(
  args: readonly string[],
  site: { origin: string; standIns: StandIns; vars: Record<string, string> },
): void {
  const { origin, standIns, vars } = site
  const { api, runner, outbox, clock } = workerConfigs({
    vars,
    siteOrigin: origin,
    outboxUrl: standIns.outbox.origin,
    clockUrl: standIns.clock.origin,
  })
  const built = (name: 'api' | 'runner') => ({ main: join(ROOT, 'out', name, 'index.js'), no_bundle: true })
  // The first one takes requests.
  const workers = [{ ...api, ...built('api') }, { ...runner, ...built('runner') }, outbox, clock]
  const configs = workers.flatMap((config) => ['-c', writeConfig(config)])
  const port = new URL(origin).port
  const child = spawn(
    'wrangler',
    [...args, ...configs, '--port', port, '--persist-to', STATE_DIR, '--log-level', 'warn'],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...QUIET },
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => void standIns.close().then(() => process.exit(code ?? 0)))
}

/** wrangler reads its configuration from files. */
function writeConfig(config: { name?: string | undefined }): string {
  const folder = join(ROOT, 'out', 'local', config.name ?? 'worker')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'wrangler.json')
  writeFileSync(file, JSON.stringify(config))
  return file
}

export async function untilItAnswers(origin: string): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const answer = await fetch(`${origin}/api/settings`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('The site did not respond within 30 seconds. See the output above.')
}
