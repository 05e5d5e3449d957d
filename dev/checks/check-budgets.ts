import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from '../processes/run.ts'

/** First-load JavaScript of the connection page: at most 85 kB gzipped. */
const BUDGET = 85_000
const PAGE = 'applets/connection-page/connection-page.tsx'

type Manifest = Record<string, { file: string; imports?: string[] }>
const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, 'out/client-manifest.json'), 'utf8'))

function filesOf(name: string, into = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The client build has no ${name}.`)
  into.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(imported, into)
  return into
}

const files = new Set([...filesOf('app/entry-client.tsx'), ...filesOf(PAGE)])
const bytes = [...files].map((file) => gzipSync(readFileSync(join(ROOT, 'web/dist', file)), { level: 9 }).length)
const total = bytes.reduce((sum, size) => sum + size, 0)
console.log(
  `First load of the connection page: ${total} of ${BUDGET} bytes of gzipped JavaScript in ${files.size} files.`,
)
if (total > BUDGET) process.exit(1)

/** Stripe's loader belongs to checkout; people who only look at an Applet must not load it. */
const paying = [...files].filter((file) =>
  readFileSync(join(ROOT, 'web/dist', file), 'utf8').includes('https://js.stripe.com'),
)
if (paying.length > 0) {
  console.error(`The connection page's first load contains Stripe.js: ${paying.join(', ')}.`)
  process.exit(1)
}

const ofTests = Object.keys(manifest).filter((name) => /\.fixture\.|\.test\./.test(name))
if (ofTests.length > 0) {
  console.error(`The client build contains test files: ${ofTests.join(', ')}.`)
  process.exit(1)
}
