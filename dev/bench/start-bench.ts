import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { V4WorkerOptions } from 'miniflare'
import { findWorkerd } from '../engine-bench/process-use.ts'
import { startStack } from '../local-site/journey-stack.ts'
import { directSocket, wrappedModules } from '../local-site/run-in-miniflare.ts'
import { PAGES_WORKER } from '../settings/worker-names.ts'
import { ROOT } from '../processes/run.ts'
import { DEMO_PASSWORD } from '../seed/demo-people.ts'
import { freePort } from '../settings/ports.ts'
import { COUNT_IO } from './count-io.ts'
import { send } from './timed-request.ts'

/** Linux's disk in memory: what a disk takes to keep a row would be measured otherwise. */
const MEMORY_DISK = '/dev/shm'

/**
 * Where Workers listen with nothing in front: `files` is the pages' Worker behind the platform's router, which serves
 * files itself; `counted` is the API Worker with what it waits for counted.
 */
export type Door = 'control' | 'api' | 'pages' | 'files' | 'counted'

/**
 * Starts the built product (`npm run build` comes first) with the control Worker, all in one workerd. `inspectorPort`:
 * where its inspector listens, which makes each log line slower; 0 for none.
 */
export async function startBench(inspectorPort = 0) {
  const folder = mkdtempSync(join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'bench-'))
  const ports: Record<Door, number> = {
    control: await freePort(),
    api: await freePort(),
    pages: await freePort(),
    files: await freePort(),
    counted: await freePort(),
  }
  const control = await bundleControl()
  const stack = await startStack(
    { RUN_PACE: 'off' },
    {
      persistTo: folder,
      unlimited: true,
      apiPort: ports.api,
      pagesPort: ports.files,
      ...(inspectorPort > 0 && { inspectorPort }),
      beside: (api) => besideProduct(api, control, ports),
    },
  )
  const doorAt = (door: Door) => `http://127.0.0.1:${ports[door]}`
  return {
    ...stack,
    doorAt,
    inspectorPort,
    workerd: findWorkerd(process.pid),
    signIn: (email: string) => signIn(doorAt('api'), email),
    close: async () => {
      await stack.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Bench = Awaited<ReturnType<typeof startBench>>

function besideProduct(api: V4WorkerOptions, control: string, ports: Record<Door, number>): V4WorkerOptions[] {
  const { compatibilityDate = '', compatibilityFlags = [] } = api
  const same = { modules: true, compatibilityDate, compatibilityFlags, d1Databases: ['DB'] }
  return [
    {
      ...same,
      name: 'control',
      script: control,
      kvNamespaces: ['CACHE'],
      durableObjects: { BARE: { className: 'BareObject', useSQLite: true } },
      ...directSocket(ports.control),
    },
    { ...same, name: 'pages-door', script: 'export default {}', ...directSocket(ports.pages, PAGES_WORKER) },
    {
      ...api,
      name: 'counted',
      modules: wrappedModules(COUNT_IO),
      queueConsumers: {},
      ...directSocket(ports.counted),
    },
  ]
}

async function bundleControl(): Promise<string> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: 'dev/bench/control/control-worker.ts',
    platform: 'neutral',
    external: [/^node:/, 'cloudflare:workers'],
    resolve: { conditionNames: ['workerd', 'import'], mainFields: ['module', 'main'] },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false })
  await bundle.close()
  return output[0].code
}

/** Signs in a demo user as the page does. Returns the headers of their calls. */
async function signIn(api: string, email: string): Promise<Record<string, string>> {
  const url = `${api}/api/session`
  const body = { email, password: DEMO_PASSWORD }
  const answer = await send({ url, method: 'POST', body, headers: await callHeaders(api) })
  if (answer.status !== 200) throw new Error(`Signing in: ${answer.status} ${answer.text}`)
  return callHeaders(api, cookieOf(answer.setCookie))
}

/** Each caller has an address, as Cloudflare says. */
export const ADDRESS = { 'cf-connecting-ip': '203.0.113.7' }

/** What a call needs besides its body: a visitor's, unless there is a session's cookie. */
export async function callHeaders(api: string, cookie?: string): Promise<Record<string, string>> {
  const asked = await send({ url: `${api}/api/csrf_token`, headers: { cookie: cookie ?? '' } })
  const { csrf_token } = JSON.parse(asked.text)
  return {
    ...ADDRESS,
    'x-requested-with': 'XMLHttpRequest',
    'sec-fetch-site': 'same-origin',
    'x-csrf-token': String(csrf_token),
    cookie: cookie ?? cookieOf(asked.setCookie),
  }
}

function cookieOf(setCookie: readonly string[]): string {
  return setCookie.map((cookie) => cookie.split(';')[0]).join('; ')
}
