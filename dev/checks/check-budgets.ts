import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../processes/run.ts'
import {
  filesOf,
  FIRST,
  FOR_OWNERS,
  FOR_USERS,
  FOR_VISITORS,
  gzippedBytes,
  readManifest,
  RENDERED_FOR_USERS,
  stylesOf,
} from './page-files.ts'

const manifest = readManifest()
let exceeded = false

/** Pages whose stylesheets may take more than 8,000 bytes. */
const MORE_STYLES: Record<string, number> = {
  // Lists, dialogs, and forms of the account in one page.
  'accounts/settings/settings-page.tsx': 8_300,
  // The Connect button's animation, the panel below it, and the home page for visitors.
  'applets/connection-page/connection-page.tsx': 8_800,
  // The card field, the plan's choice, and the order beside the form.
  'billing/checkout/checkout-page.tsx': 8_800,
  // The plan, its dialogs, the card, the company, and the table of invoices.
  'billing/settings/billing-page.tsx': 8_500,
  // Cards of Applets and services, and the viewer's accounts.
  'home/service-page.tsx': 8_200,
}

function report(what: string, bytes: number, budget: number): void {
  if (bytes > budget) exceeded = true
  console.log(`  ${what} ${bytes} of ${budget}${bytes > budget ? ': too much' : ''}`)
}

/** Scripts of the connection page: bytes, and how many files, at most 12 where no other number is given. */
function reportScripts(what: string, modules: readonly string[], budget: number, mostFiles = 12): void {
  const { scripts } = filesOf(manifest, modules)
  if (scripts.size > mostFiles) exceeded = true
  report(`${what} in ${scripts.size} of ${mostFiles} files:`, gzippedBytes(scripts), budget)
}

console.log('JavaScript of the connection page, gzipped, in bytes:')
reportScripts('before it is interactive,', FIRST, 80_000)
reportScripts('once idle, for visitors,', FOR_VISITORS, 85_000)
reportScripts('once idle, for users,', FOR_USERS, 98_500, 19)
reportScripts('once idle, with all parts of an enabled Applet,', FOR_OWNERS, 105_000, 24)
// The recorder holds back the first paint.
const recorder = Object.values(manifest).find(({ name }) => name === 'early-press')
report(
  'recorder of early presses, which imports nothing,',
  recorder && !recorder.imports ? gzippedBytes([recorder.file]) : Infinity,
  500,
)

console.log('Stylesheets of each page, gzipped, in bytes:')
for (const page of Object.keys(manifest).filter((name) => name.endsWith('-page.tsx')))
  report(page, gzippedBytes(stylesOf(manifest, page)), MORE_STYLES[page] ?? 8_000)
// Switches, health, feedback, and notices of an enabled Applet too: the server renders them, so they are linked at once.
report('connection page, for users,', gzippedBytes(filesOf(manifest, RENDERED_FOR_USERS).styles), 13_100)

console.log('The API Worker, gzipped, in bytes:')
report('index.js', gzippedBytes(['index.js'], 'out/api'), 310_000)
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
