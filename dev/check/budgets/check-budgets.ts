import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../processes/run.ts'
import {
  filesOf,
  FIRST,
  FOR_MAKERS,
  FOR_OWNERS,
  FOR_USERS,
  FOR_VISITORS,
  gzippedBytes,
  readManifest,
  stylesOf,
} from './page-files.ts'

const manifest = readManifest()
let exceeded = false

function report(what: string, bytes: number, budget: number): void {
  if (bytes > budget) exceeded = true
  console.log(`  ${what} ${bytes} of ${budget}${bytes > budget ? ': too much' : ''}`)
}

/** Scripts of the connection page: bytes, and how many files. */
function reportScripts(what: string, modules: readonly string[], budget: number): void {
  const { scripts } = filesOf(manifest, modules)
  report(`${what} in ${scripts.size} files:`, gzippedBytes(scripts), budget)
}

console.log('JavaScript of the connection page, gzipped, in bytes:')
reportScripts('before it is interactive,', FIRST, 95_000)
reportScripts('once idle, for visitors,', FOR_VISITORS, 100_000)
reportScripts('once idle, for users,', FOR_USERS, 115_000)
reportScripts('once idle, for users who enabled it,', FOR_OWNERS, 115_000)
report('where Applets are made, once idle,', gzippedBytes(filesOf(manifest, FOR_MAKERS).scripts), 120_000)
// The recorder holds back the first paint.
const recorder = Object.values(manifest).find(({ name }) => name === 'early-press')
report(
  'recorder of early presses, which imports nothing,',
  recorder && !recorder.imports ? gzippedBytes([recorder.file]) : Infinity,
  500,
)

const MOST_STYLES = 9_500

console.log('Stylesheets of each page, gzipped, in bytes:')
for (const page of Object.keys(manifest).filter((name) => name.endsWith('-page.tsx')))
  report(page, gzippedBytes(stylesOf(manifest, page)), MOST_STYLES)
report('connection page, for users,', gzippedBytes(filesOf(manifest, FOR_USERS).styles), MOST_STYLES)
const { styles } = filesOf(manifest, FOR_USERS)
// They come with the HTML of these parts, which alone waits for them.
const ofParts = [...filesOf(manifest, FOR_OWNERS).styles].filter((file) => !styles.has(file))
report('parts of an Applet that its user enabled, besides,', gzippedBytes(ofParts), 2_500)

console.log('The Workers, gzipped, in bytes:')
report('API', gzippedBytes(['index.js'], 'out/api'), 500_000)
const runnerFiles = readdirSync(join(ROOT, 'out/runner')).filter((name) => /\.(?:js|wasm)$/.test(name))
report('Runner, with the engine of filter code', gzippedBytes(runnerFiles, 'out/runner'), 700_000)
if (exceeded) process.exit(1)

const files = filesOf(manifest, FIRST).scripts

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
