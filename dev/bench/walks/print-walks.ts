import { measureWalks, type MeasuredWalk } from './measure-walks.ts'
import type { CalledFunction } from './called-functions.ts'
import type { WalkCounts } from './walk-budgets.ts'

const TITLES: Record<keyof WalkCounts, string> = {
  files: 'files',
  functions: 'functions',
  calls: 'calls',
  trips: 'trips',
  trips_before_answer: 'waited for',
  statements: 'statements',
}
const COLUMNS = Object.keys(TITLES) as (keyof WalkCounts)[]

/** The table, and each walk's files by room with their functions if `files` are asked for. */
export async function printWalks({ files }: { files: boolean }): Promise<true> {
  const walks = await measureWalks()
  console.log(`\n${row('walk', (column) => TITLES[column])}`)
  for (const { name, counts } of walks) console.log(row(name, (column) => counts[column]))
  if (files) for (const walk of walks) printFiles(walk)
  return true
}

function printFiles({ name, called }: MeasuredWalk): void {
  console.log(`\n${name}`)
  const rooms = Map.groupBy(called, ({ file }) => file.split('/')[1] ?? '')
  for (const [room, functions] of [...rooms].toSorted()) {
    const byFile = Map.groupBy(functions, ({ file }) => file)
    console.log(`  ${room}: ${byFile.size}`)
    for (const [file, inside] of [...byFile].toSorted()) console.log(`    ${file}: ${namesOf(inside)}`)
  }
}

/** Functions without a name are those within others. */
function namesOf(functions: readonly CalledFunction[]): string {
  const named = new Set(functions.flatMap(({ name }) => name || []))
  return [...named].join(', ') || '(without names)'
}

function row(name: string, cell: (column: keyof WalkCounts) => string | number): string {
  return name.padEnd(18) + COLUMNS.map((column) => `${cell(column)}`.padStart(12)).join('')
}
