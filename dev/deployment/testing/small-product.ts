import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../processes/run.ts'
import { migrationsIn } from '../account/database-migrations.ts'

const WORKER = `class Runner {}
class Host {}
export { Runner, Host }
export default {
  fetch(request, env) {
    return Response.json({ ok: Boolean(env.SECRET_KEY && env.TOKEN_KEYS), version: env.VERSION.id })
  },
  queue() {},
  scheduled() {},
}
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
 * A folder to deploy from: the product's own wrangler.toml and migrations, with bundles of a few lines. All migrations
 * but the last are one file, so that a deployment has fewer calls to fail at.
 */
export function smallProduct() {
  const root = mkdtempSync(join(tmpdir(), 'switchyard-deploy-'))
  const toml = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')
  const versioned = toml.includes('[version_metadata]') ? toml : `${toml}\n[version_metadata]\nbinding = "VERSION"\n`
  writeFileSync(join(root, 'wrangler.toml'), versioned)
  mkdirSync(join(root, 'web'))
  cpSync(join(ROOT, 'web', 'wrangler.toml'), join(root, 'web', 'wrangler.toml'))
  for (const [, folder = ''] of toml.matchAll(/^migrations_dir = "([^"]+)"/gm)) copyMigrations(folder, root)
  const product = { root, bundle: join(root, 'out', 'api', 'index.js'), pages: join(root, 'web', 'dist') }
  writeBuild(product, 'first')
  return product
}
type SmallProduct = ReturnType<typeof smallProduct>

/** Builds another version of it: both bundles differ. */
export function writeBuild({ root, bundle, pages }: SmallProduct, name: string): void {
  mkdirSync(join(root, 'out', 'api'), { recursive: true })
  writeFileSync(bundle, `// ${name}\n${WORKER}`)
  mkdirSync(join(pages, 'assets'), { recursive: true })
  writeFileSync(join(pages, 'assets', `${name}.js`), `console.log('${name}')\n`)
  writeFileSync(join(pages, '_worker.js'), pagesWorker(`${name}.js`))
}

function copyMigrations(folder: string, root: string): void {
  const to = join(root, folder)
  mkdirSync(to)
  const names = migrationsIn(join(ROOT, folder))
  const texts = names.map((name) => readFileSync(join(ROOT, folder, name), 'utf8'))
  if (texts.length > 1) writeFileSync(join(to, '0000_before.sql'), texts.slice(0, -1).join(';\n'))
  writeFileSync(join(to, '0001_last.sql'), texts.at(-1) ?? '')
}
