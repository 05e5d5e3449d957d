import { onTestFinished, vi } from 'vitest'
import { countErrorLinesWith } from '../system/log/log.ts'

/**
 * Listens to the log until the test ends, which has its lines at once: only this isolate counts them. Returns the lines so
 * far: those with this event, or all.
 */
export function listenToLog(): (event?: string) => Record<string, unknown>[] {
  countErrorLinesWith(null)
  const lines: Record<string, unknown>[] = []
  for (const level of ['info', 'warn', 'error'] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((line: unknown) => {
      if (typeof line === 'string' && line.startsWith('{')) lines.push(JSON.parse(line))
    })
    onTestFinished(() => spy.mockRestore())
  }
  return (event) => lines.filter((line) => event === undefined || line['event'] === event)
}
