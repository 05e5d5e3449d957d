import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main, QUIET, ROOT, run } from './processes/run.ts'
import { countsOf, printScale } from './scale/print-scale.ts'
import { printSizes } from './scale/print-sizes.ts'
import { runAtSize, type RunAtSize } from './scale/run-at-size.ts'

const REPORT = 'out/bench-scale.json'
const SIZES = [1000, 1_000_000]

/**
 * Fills a database with 1,000 and one with a million Applets, calls every path of the built Worker over both, and prints
 * what each needed of D1. `--applets N`: that size alone; several may be given. `--statements`: each statement too.
 */
await main(async () => {
  Object.assign(process.env, QUIET)
  const { values } = parseArgs({
    options: { applets: { type: 'string', multiple: true }, statements: { type: 'boolean', default: false } },
  })
  const sizes = values.applets?.map(Number) ?? SIZES
  await run(process.execPath, ['dev/build.ts'])
  const runs: RunAtSize[] = []
  for (const applets of sizes) {
    console.log(`Filling and measuring ${applets} Applets …`)
    runs.push(await runAtSize(applets))
  }
  printScale(runs)
  printSizes(runs)
  if (values.statements) printStatements(runs)
  mkdirSync(join(ROOT, 'out'), { recursive: true })
  writeFileSync(join(ROOT, REPORT), JSON.stringify(runs.map(toReport), null, 2))
  console.log(`\nAs JSON: ${REPORT}`)
  if (runs.some(({ measured }) => measured.some(({ failure }) => failure !== null))) process.exitCode = 1
})

function printStatements(runs: readonly RunAtSize[]): void {
  for (const { applets, measured, scans } of runs)
    for (const { path, trips } of measured) {
      console.log(`\n${applets} ${path.name}`)
      for (const { read, written, ms, sql } of trips.flat()) {
        console.log(`  ${read} read, ${written} written, ${ms} ms: ${sql}`)
        for (const scan of scans.get(sql) ?? []) console.log(`    ! ${scan}`)
      }
    }
}

function toReport({ applets, bytes, indexBytes, parts, measured }: RunAtSize) {
  const paths = measured.map((each) => ({
    name: each.path.name,
    budget: each.path.budget,
    ...countsOf(each),
    ms: Math.round(each.ms * 10) / 10,
    failure: each.failure,
    sql: each.trips.flat(),
  }))
  return { applets, bytes, index_bytes: indexBytes, parts, paths }
}
