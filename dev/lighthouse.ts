import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { CATEGORIES, findShortfalls, LEAST_SCORES, medianRun, readScores } from './lighthouse/lighthouse-scores.ts'
import { startStack } from './local-site/journey-stack.ts'
import { installBrowser, knownBrowser } from './processes/find-browser.ts'
import { main, ROOT, run } from './processes/run.ts'

/** Not among our packages: with its own 113 it has 176 MB, a quarter of all others, for this script alone. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = 3
const PAGES = {
  home: '/',
  explore: '/explore',
  'an Applet': '/applets/star-to-sheet',
  'a service': '/octoforge',
  plans: '/plans',
  join: '/join',
}
const OUT = join(ROOT, 'out')
const REPORT = join(OUT, 'lighthouse-report.json')

/**
 * Runs Lighthouse three times on pages of the built product, as a visitor with a phone on a slow line, which it
 * simulates. The median counts. Fails where a page has fewer points than LEAST_SCORES. Other load on the machine costs
 * performance, so each row says how much there was.
 */
await main(async () => {
  await installBrowser()
  await run(process.execPath, ['dev/build.ts'])
  mkdirSync(OUT, { recursive: true })
  const stack = await startStack()
  const pages = []
  for (const [name, path] of Object.entries(PAGES)) {
    const runs = []
    for (let count = 0; count < RUNS; count++) runs.push(await measurePage(stack.origin + path))
    pages.push({ name, path, ...medianRun(runs), runs })
  }
  await stack.close()
  writeFileSync(join(OUT, 'lighthouse.json'), JSON.stringify({ lighthouse: LIGHTHOUSE, pages }, null, 2))
  printRow('', [...CATEGORIES, 'load'])
  for (const { name, scores, load } of pages)
    printRow(name, [...CATEGORIES.map((category) => scores[category]), load.toFixed(1)])
  printRow('at least', Object.values(LEAST_SCORES))
  const short = pages.filter(({ scores }) => findShortfalls(scores).length > 0)
  for (const { name, scores, lost } of short)
    for (const category of findShortfalls(scores))
      console.error(`\n${name} lacks points in ${category}:\n  ${lost[category].join('\n  ')}`)
  if (short.length > 0) throw new Error('\nLighthouse: too few points.')
})

/** Chromium at times records no trace of a page, and Lighthouse says to run it again. */
function measurePage(url: string) {
  return measureOnce(url).catch(() => measureOnce(url))
}

/** `load`: the machine's load average of the last minute when the run ended. */
async function measureOnce(url: string) {
  const options = [
    '--quiet',
    '--no-enable-error-reporting',
    `--only-categories=${CATEGORIES.join(',')}`,
    '--output=json',
    `--output-path=${REPORT}`,
    '--chrome-flags=--headless=new --no-sandbox',
  ]
  const args = ['exec', '--yes', '--loglevel=error', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, ...options]
  await run('npm', args, { CHROME_PATH: knownBrowser() ?? '' })
  return { ...readScores(JSON.parse(readFileSync(REPORT, 'utf8'))), load: loadavg()[0] ?? 0 }
}

function printRow(name: string, cells: readonly (string | number)[]): void {
  console.log(name.padEnd(12) + cells.map((cell) => String(cell).padStart(16)).join(''))
}
