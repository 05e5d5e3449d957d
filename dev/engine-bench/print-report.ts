import type { Measured } from './measure-delivery.ts'

/** `product` is null where another engine was measured. Times in ms. */
export type Report = {
  saturated: Measured
  steady: Measured
  product: {
    control: { per_second: number; cpu: number }
    list_ms: { p50: number; p99: number }
    /** Delivered a second with data on this machine's disk, which takes so long to keep 4 kB. */
    on_disk: number
    sync_ms: number
    /** Of a thousand Runners, each with an event. */
    many_mb: number
    restart_ms: number
    rows_per_run: number
  } | null
}

/** What a check holds: shares of what an empty Worker does on the same machine at the same time. */
const LEAST_SHARE = 0.09
const MOST_CPU = 25
/** Nine tenths of what a run costs. */
const MOST_ROWS = 6

/** Prints the table, and what misses its limit. Returns how many do. */
export function printReport(machine: { cores: number; load_before: number }, report: Report): number {
  const { saturated, steady, product } = report
  console.log(`\n${machine.cores} cores, load average before ${machine.load_before}\n`)
  line('', 'as fast as it can', '20 a second')
  line('events sent', saturated.sent, steady.sent)
  line('accepted', saturated.accepted, steady.accepted)
  line('delivered', saturated.delivered, steady.delivered)
  line('lost', saturated.lost, steady.lost)
  line('doubled', saturated.doubled, steady.doubled)
  line('delivered a second', saturated.per_second.toFixed(0), steady.per_second.toFixed(0))
  line('answer p50 · p99, ms', pair(saturated.ack), pair(steady.ack))
  line('end to end p50 · p99, ms', pair(saturated.end_to_end), pair(steady.end_to_end))
  if (saturated.cpu !== null) line('CPU per event, ms', saturated.cpu.toFixed(2), (steady.cpu ?? 0).toFixed(2))
  const failures = [
    ...(saturated.lost + steady.lost > 0 ? ['Events were lost.'] : []),
    ...(saturated.doubled + steady.doubled > 0 ? ['Effects were doubled.'] : []),
  ]
  if (product) {
    const { control, list_ms, many_mb, on_disk, sync_ms, restart_ms, rows_per_run } = product
    const share = saturated.per_second / control.per_second
    const times = (saturated.cpu ?? 0) / control.cpu
    line('empty Worker: requests a second', control.per_second.toFixed(0), '')
    line('empty Worker: CPU per request, ms', control.cpu.toFixed(3), '')
    line('delivered, of the empty Worker', `${(share * 100).toFixed(1)} %`, `at least ${LEAST_SHARE * 100} %`)
    line('CPU, times the empty Worker', times.toFixed(1), `at most ${MOST_CPU}`)
    line('first page of 10,000 runs p50 · p99, ms', pair(list_ms), '')
    line('memory with 1,000 Runners, MB', many_mb.toFixed(0), '')
    line(`on a disk that syncs in ${sync_ms.toFixed(2)} ms, a second`, on_disk.toFixed(0), '')
    line('rows written per run', rows_per_run.toFixed(1), `at most ${MOST_ROWS}`)
    line('kill -9 to the first accept, ms', restart_ms.toFixed(0), '')
    if (share < LEAST_SHARE) failures.push('It delivers too small a share of what an empty Worker takes.')
    if (rows_per_run > MOST_ROWS) failures.push('A run writes too many rows.')
    if (times > MOST_CPU) failures.push('It uses too much CPU.')
  }
  for (const failure of failures) console.error(failure)
  return failures.length
}

function line(name: string, ...values: (string | number)[]): void {
  console.log(name.padEnd(42) + values.map((value) => `${value}`.padStart(20)).join(''))
}

function pair({ p50, p99 }: { p50: number; p99: number }): string {
  return `${p50.toFixed(1)} · ${p99.toFixed(1)}`
}
