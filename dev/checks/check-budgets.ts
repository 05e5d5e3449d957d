import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from '../processes/run.ts'

/** The recorder of early presses holds back the first paint, so it must be tiny. */
const EARLY_PRESS_BUDGET = 500
/** JavaScript of the connection page before it is interactive: at most 85 kB gzipped. */
const ENTRY_BUDGET = 85_000
const ENTRY = ['app/entry-client.tsx', 'applets/connection-page/connection-page.tsx']
/** The API Worker, minified: at most 300 kB gzipped. */
const WORKER_BUDGET = 300_000
/** What the page loads afterward, when it is idle. */
const IDLE = ['browser/request/request.ts', 'app/after-load.ts', 'applets/connect/driver/connect-in-browser.ts']
const IDLE_FOR_USERS = [
  'app/show-notice.tsx',
  'applets/connection-page/viewer-parts.tsx',
  'applets/recommended/recommended.tsx',
]

type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>
const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, 'out/client-manifest.json'), 'utf8'))

function filesOf(name: string, into: Set<string>): Set<string> {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The client build has no ${name}.`)
  into.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(imported, into)
  return into
}

/** The files of these entries and all that they import. */
function filesOfAll(names: string[]): Set<string> {
  const files = new Set<string>()
  for (const name of names) filesOf(name, files)
  return files
}

function gzippedBytes(files: Set<string>): number {
  return [...files]
    .map((file) => gzipSync(readFileSync(join(ROOT, 'web/dist', file)), { level: 9 }).length)
    .reduce((sum, size) => sum + size, 0)
}

const files = filesOfAll(ENTRY)
const total = gzippedBytes(files)
const forVisitors = gzippedBytes(filesOfAll([...ENTRY, ...IDLE]))
const forUsers = gzippedBytes(filesOfAll([...ENTRY, ...IDLE, ...IDLE_FOR_USERS]))
console.log('Gzipped JavaScript of the connection page, in bytes:')
console.log(`  entry ${total} of ${ENTRY_BUDGET} in ${files.size} files`)
console.log(`  loaded ${forVisitors} for visitors, ${forUsers} signed in`)
if (total > ENTRY_BUDGET) process.exit(1)

const recorder = Object.values(manifest).find(({ name }) => name === 'early-press')
const recorderBytes = recorder && !recorder.imports ? gzippedBytes(new Set([recorder.file])) : Infinity
console.log(`  recorder of early presses ${recorderBytes} of ${EARLY_PRESS_BUDGET}, which imports nothing`)
if (recorderBytes > EARLY_PRESS_BUDGET) process.exit(1)

const workerBytes = gzipSync(readFileSync(join(ROOT, 'out/api/index.js')), { level: 9 }).length
console.log(`  the API Worker ${workerBytes} of ${WORKER_BUDGET}`)
if (workerBytes > WORKER_BUDGET) process.exit(1)

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
