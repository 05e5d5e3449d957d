import type { MeasuredPath } from './measure-paths.ts'
import type { RunAtSize } from './run-at-size.ts'

type PathCounts = { trips: number; statements: number; read: number; written: number }

export function countsOf({ trips }: MeasuredPath): PathCounts {
  const statements = trips.flat()
  const sum = (of: 'read' | 'written') => statements.reduce((all, each) => all + each[of], 0)
  return { trips: trips.length, statements: statements.length, read: sum('read'), written: sum('written') }
}

/** A line a path: the smaller database, the larger one, and how many times as many rows it read there. */
export function printScale(runs: readonly RunAtSize[]): void {
  const [small] = runs
  if (!small) return
  console.log(`\n${'path'.padEnd(64)}${runs.map(({ applets }) => titles(applets)).join('')}${'ratio'.padStart(8)}`)
  small.measured.forEach(({ path }, at) => {
    const found = runs.flatMap(({ measured }) => measured[at] ?? [])
    const counts = found.map((each) => columns(countsOf(each), each.ms))
    console.log(`${path.name.padEnd(64)}${counts.join('')}${growth(found).padStart(8)}`)
  })
  for (const { applets, measured } of runs)
    for (const { path, failure } of measured)
      if (failure !== null) console.log(`\n✗ ${applets} ${path.name}: ${failure}`)
}

function titles(applets: number): string {
  return `${String(applets).padStart(9)}: trips  stmts      read  written     ms`
}

function columns({ trips, statements, read, written }: PathCounts, ms: number): string {
  return [
    String(trips).padStart(16),
    String(statements).padStart(7),
    String(read).padStart(10),
    String(written).padStart(9),
    ms.toFixed(0).padStart(7),
  ].join('')
}

/** How many times as many rows the last run read as the first. */
function growth(found: readonly MeasuredPath[]): string {
  const [first, last] = [found[0], found.at(-1)].map((each) => (each ? countsOf(each).read : 0))
  return found.length < 2 ? '' : ((last ?? 0) / Math.max(1, first ?? 0)).toFixed(1)
}
