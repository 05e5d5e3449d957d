import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { installBrowser } from '../processes/find-browser.ts'
import { readNoArguments } from '../processes/read-arguments.ts'
import { main, ROOT, run } from '../processes/run.ts'
import { seed } from './vitest/long-runs.ts'
import { SECOND_TRIES } from './vitest/second-tries.ts'

const VITEST = 'out/vitest.json'
const KILLS = 'out/kills.json'
const PLAYWRIGHT = 'out/playwright.json'
/** So many unit tests that needed a second try fail the run: none may hide, and one must not throw away a day's work. */
const TOO_MANY_TRIES = 3

/**
 * Everything: unit and Worker tests, then the built product is killed while Applets run, then browser journeys over it.
 * Runs all, fails if any does.
 */
await main(async () => {
  readNoArguments('npm test')
  await installBrowser()
  for (const file of [VITEST, SECOND_TRIES, KILLS, PLAYWRIGHT]) rmSync(join(ROOT, file), { force: true })
  const times: string[] = []
  const timed = async (stage: string, work: () => Promise<void>) => {
    const started = Date.now()
    await work().finally(() => times.push(`${stage} ${minutes(Date.now() - started)}`))
  }
  await timed('build', () => run(process.execPath, ['dev/build.ts']))
  console.log(`Property tests use SEED=${seed}.`)
  const vitest = (report: string) => ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const noted = ['--reporter=./dev/test/vitest/second-tries.ts']
  const unit = await succeeds(timed('unit tests', () => run('vitest', [...vitest(VITEST), ...noted])))
  const faults = ['dev/test/engine-faults/kills.test.ts', '--config', 'dev/test/engine-faults/engine-faults.config.ts']
  const kills = await succeeds(timed('kills', () => run('vitest', [...vitest(KILLS), ...faults])))
  const journeys = await succeeds(timed('journeys', () => run('playwright', ['test'])))
  const { passed, failed, skipped, failures, retried } = readReports()
  console.log(`\nTimes: ${times.join(', ')}`)
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  printNames('Failed', failures)
  printNames('Needed a second try', retried)
  const isShaky = (readReport<string[]>(SECOND_TRIES) ?? []).length >= TOO_MANY_TRIES
  if (isShaky) console.error(`${TOO_MANY_TRIES} unit tests that need a second try are too many.`)
  if (!unit || !kills || !journeys || failed > 0 || isShaky) process.exit(1)
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

function printNames(title: string, names: readonly string[]) {
  if (names.length > 0) console.log(`\n${title}:\n${names.map((name) => `  ${name}`).join('\n')}`)
}

/** As 1:05 min. */
function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`
}

type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}
type Spec = { file: string; title: string; tests: { status: string }[] }
type Suite = { suites?: Suite[]; specs: Spec[] }
type JourneyReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: Suite[]
}

function readReports() {
  const unit = [VITEST, KILLS].flatMap((file) => readReport<UnitReport>(file) ?? [])
  const sum = (count: 'numPassedTests' | 'numFailedTests' | 'numPendingTests') =>
    unit.reduce((all, report) => all + report[count], 0)
  const journeys = readReport<JourneyReport>(PLAYWRIGHT)
  return {
    passed: sum('numPassedTests') + (journeys?.stats.expected ?? 0) + (journeys?.stats.flaky ?? 0),
    failed: sum('numFailedTests') + (journeys?.stats.unexpected ?? 0),
    skipped: sum('numPendingTests') + (journeys?.stats.skipped ?? 0),
    failures: [
      ...unit.flatMap(failedIn),
      ...(journeys?.suites ?? []).flatMap((suite) => journeysThat(suite, 'unexpected')),
    ],
    retried: [
      ...(readReport<string[]>(SECOND_TRIES) ?? []),
      ...(journeys?.suites ?? []).flatMap((suite) => journeysThat(suite, 'flaky')),
    ],
  }
}

/** A file that fails before its first test has no test to name. */
function failedIn({ testResults }: UnitReport): string[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = relative(ROOT, name)
      const failed = assertionResults.filter((test) => test.status === 'failed')
      return failed.length > 0 ? failed.map(({ fullName }) => `${file} › ${fullName}`) : [file]
    })
}

function journeysThat({ suites = [], specs }: Suite, status: 'unexpected' | 'flaky'): string[] {
  const own = specs.filter(({ tests }) => tests.some((test) => test.status === status))
  return [...own.map(nameOf), ...suites.flatMap((suite) => journeysThat(suite, status))]
}

function nameOf({ file, title }: Spec): string {
  return `${file} › ${title}`
}

function readReport<Report>(file: string): Report | null {
  const path = join(ROOT, file)
  // Written by the runner that has just ended, in its own format.
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : null
}
