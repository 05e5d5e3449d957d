import type { MeasuredCall } from './measure-calls.ts'

/** The table: times in ms, and as multiples of bare D1 in the same trips and statements. */
export function printCalls(applets: number, measured: readonly MeasuredCall[]): void {
  console.log(
    `\n${row(`${applets.toLocaleString('en')} Applets`, ['ms', 'of bare D1', 'statements', 'trips', 'read', 'written'])}`,
  )
  for (const { call, counts, ms, bare } of measured) {
    const { trips, statements, read, written } = counts
    console.log(
      row(`${call.name}, ${call.as}`, [ms.toFixed(1), (ms / bare).toFixed(1), statements, trips, read, written]),
    )
  }
}

function row(name: string, cells: readonly (string | number)[]): string {
  return name.padEnd(44) + cells.map((cell) => `${cell}`.padStart(12)).join('')
}
