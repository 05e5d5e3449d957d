import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './processes/find-browser.ts'
import { main, ROOT, run } from './processes/run.ts'

const VITEST = 'out/vitest.json'
const PLAYWRIGHT = 'out/playwright.json'

/** Everything: unit and Worker tests, then the browser journeys over the built product. Runs both, fails if either does. */
await main(async () => {
  const browser = await findBrowser()
  for (const file of [VITEST, PLAYWRIGHT]) rmSync(join(ROOT, file), { force: true })
  await run(process.execPath, ['dev/build.ts'])
  const unit = await succeeds(
    run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST}`]),
  )
  const journeys = await succeeds(run('playwright', ['test'], { CHROMIUM: browser }))
  const { passed, failed, skipped } = count()
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  if (!unit || !journeys || failed > 0) process.exit(1)
})

async function succeeds(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    console.error(String(error))
    return false
  }
}

function count() {
  const unit = readReport<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(VITEST)
  const journeys = readReport<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(
    PLAYWRIGHT,
  )
  return {
    passed: (unit?.numPassedTests ?? 0) + (journeys?.stats.expected ?? 0) + (journeys?.stats.flaky ?? 0),
    failed: (unit?.numFailedTests ?? 0) + (journeys?.stats.unexpected ?? 0),
    skipped: (unit?.numPendingTests ?? 0) + (journeys?.stats.skipped ?? 0),
  }
}

function readReport<Report>(file: string): Report | null {
  const path = join(ROOT, file)
  // Written by the runner that has just ended, in its own format.
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : null
}
