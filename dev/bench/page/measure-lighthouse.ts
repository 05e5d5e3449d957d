import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack } from '../../start/local-site/journey-stack.ts'
import { installBrowser, knownBrowser } from '../../processes/find-browser.ts'
import { run } from '../../processes/run.ts'
import { CATEGORIES, findShortfalls, LEAST_SCORES, medianRun, readScores } from './lighthouse-scores.ts'

/** Not among our packages: with its own 113 it has 176 MB, a quarter of all others, for this script alone. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = 3
const PAGES = {
  home: '/',
  explore: '/explore',
  'an Applet': '/applets/star-to-sheet',
  'a service': '/github',
  plans: '/plans',
  join: '/join',
}

/**
 * Runs Lighthouse three times on pages of the built product, as a visitor with a phone on a slow line, which it
 * simulates. The median counts. Returns whether each page has the points of LEAST_SCORES. Other load on the machine costs
 * performance, so each row says how much there was.
 */
export async function measureLighthouse(): Promise<boolean> {
  await installBrowser()
  const stack = await startStack()
  const pages = []
  printRow('', [...CATEGORIES, 'load'])
  try {
    for (const [name, path] of Object.entries(PAGES)) {
      const runs = []
      for (let count = 0; count < RUNS; count++) runs.push(await measurePage(stack.origin + path))
      const { scores, lost, load } = medianRun(runs)
      printRow(name, [...CATEGORIES.map((category) => scores[category]), load.toFixed(1)])
      pages.push({ name, scores, lost })
    }
  } finally {
    await stack.close()
  }
  printRow('at least', Object.values(LEAST_SCORES))
  const short = pages.filter(({ scores }) => findShortfalls(scores).length > 0)
  for (const { name, scores, lost } of short)
    for (const category of findShortfalls(scores))
      console.error(`\n${name} lacks points in ${category}:\n  ${lost[category].join('\n  ')}`)
  return short.length === 0
}

/** Chromium at times records no trace of a page, and Lighthouse says to run it again. */
function measurePage(url: string) {
  return measureOnce(url).catch(() => measureOnce(url))
}

/** `load`: the machine's load average of the last minute when the run ended. */
async function measureOnce(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  const report = join(folder, 'report.json')
  const options = [
    '--quiet',
    '--no-enable-error-reporting',
    `--only-categories=${CATEGORIES.join(',')}`,
    '--output=json',
    `--output-path=${report}`,
    '--chrome-flags=--headless=new --no-sandbox',
  ]
  const args = ['exec', '--yes', '--loglevel=error', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, ...options]
  await run('npm', args, { CHROME_PATH: knownBrowser() ?? '' })
  const text = readFileSync(report, 'utf8')
  rmSync(folder, { recursive: true })
  return { ...readScores(JSON.parse(text)), load: loadavg()[0] ?? 0 }
}

function printRow(name: string, cells: readonly (string | number)[]): void {
  console.log(name.padEnd(12) + cells.map((cell) => String(cell).padStart(16)).join(''))
}
