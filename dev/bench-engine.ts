import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareEngine } from './engine-bench/compare-engine.ts'
import { startTarget } from './engine-bench/event-target.ts'
import { measureProduct } from './engine-bench/measure-product.ts'
import { printReport } from './engine-bench/print-report.ts'
import { main, QUIET, ROOT, run } from './processes/run.ts'

/** Linux's disk in memory. */
const MEMORY_DISK = '/dev/shm'
const REPORT = 'out/bench-engine.json'

/**
 * Measures the engine that runs Applets: events at hooks, a target with a ledger, and an empty Worker as control, all on
 * this machine. `--to URL --target-port N` points the same senders at another engine, which must pass the body on to
 * `http://127.0.0.1:N/in`.
 */
await main(async () => {
  Object.assign(process.env, QUIET)
  const { values } = parseArgs({ options: { to: { type: 'string' }, 'target-port': { type: 'string' } } })
  const load = loadavg()[0] ?? 0
  const machine = { cores: cpus().length, load_before: Math.round(load * 100) / 100 }
  const target = await startTarget(Number(values['target-port'] ?? 0))
  const make = (parent: string) => mkdtempSync(join(parent, 'bench-engine-'))
  const folders = { memory: make(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir()), disk: make(tmpdir()) }
  try {
    if (values.to === undefined) await run(process.execPath, ['dev/build.ts'])
    const report =
      values.to === undefined ? await measureProduct(target, folders) : await compareEngine(target, values.to)
    mkdirSync(join(ROOT, 'out'), { recursive: true })
    writeFileSync(join(ROOT, REPORT), JSON.stringify({ machine, ...report }, null, 2))
    const failures = printReport(machine, report)
    console.log(`\nAs JSON: ${REPORT}`)
    if (failures > 0) process.exitCode = 1
  } finally {
    await target.close()
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
  }
})
