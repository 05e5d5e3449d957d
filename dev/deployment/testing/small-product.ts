import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../processes/run.ts'
import { builtAt } from '../product-deployment.ts'

const API = `export default {
  async fetch(request, env) {
    const runner = await env.RUNNER_HEALTH.report(env.TOKEN_KEYS)
    const problems = env.SECRET_KEY && env.TOKEN_KEYS && runner.ok ? [] : ['The two Workers have different values of TOKEN_KEYS.']
    return Response.json({ ok: problems.length === 0, version: env.VERSION.id, runner_version: runner.version, problems })
  },
  queue() {},
  scheduled() {},
}
`
const RUNNER = `import { DurableObject, WorkerEntrypoint } from 'cloudflare:workers'
class Runner extends DurableObject {}
class Host extends DurableObject {}
class Source extends DurableObject {}
class FilterCompiler extends WorkerEntrypoint {}
class RunnerHealth extends WorkerEntrypoint {
  report(keys) {
    const { SECRET_KEY, TOKEN_KEYS, VAPID_KEYS, VERSION } = this.env
    return { ok: Boolean(SECRET_KEY && TOKEN_KEYS === keys && !VAPID_KEYS), version: VERSION.id }
  }
}
export { FilterCompiler, Host, Runner, RunnerHealth, Source }
export default {}
`
const pagesWorker = (script: string) => `export default {
  fetch(request, env) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/api/')) return env.API.fetch(request)
    return new Response('<script type="module" src="/assets/${script}"></script>', { headers: { 'content-type': 'text/html' } })
  },
}
`

/**
 * A folder to deploy from: the product's own configs and migrations, with bundles of a few lines.
 */
export function smallProduct() {
  const root = mkdtempSync(join(tmpdir(), 'switchyard-deploy-'))
  const toml = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')
  for (const config of ['wrangler.toml', 'wrangler.runner.toml']) cpSync(join(ROOT, config), join(root, config))
  mkdirSync(join(root, 'web'))
  cpSync(join(ROOT, 'web', 'wrangler.toml'), join(root, 'web', 'wrangler.toml'))
  for (const [, folder = ''] of toml.matchAll(/^migrations_dir = "([^"]+)"/gm))
    cpSync(join(ROOT, folder), join(root, folder), { recursive: true })
  const product = { root, ...builtAt(root) }
  writeBuild(product, 'first')
  return product
}
type SmallProduct = ReturnType<typeof smallProduct>

/** Builds another version of it: all bundles differ. */
export function writeBuild({ root, bundles, pages }: SmallProduct, name: string): void {
  for (const [folder, text] of [['api', API] as const, ['runner', RUNNER] as const]) {
    mkdirSync(join(root, 'out', folder), { recursive: true })
    writeFileSync(bundles[folder], `// ${name}\n${text}`)
  }
  mkdirSync(join(pages, 'assets'), { recursive: true })
  writeFileSync(join(pages, 'assets', `${name}.js`), `console.log('${name}')\n`)
  writeFileSync(join(pages, '_worker.js'), pagesWorker(`${name}.js`))
}
