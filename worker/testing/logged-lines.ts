import { onTestFinished, vi } from 'vitest'

/** Listens to the log until the test ends. Returns the lines so far: those with this event, or all. */
export function listenToLog(): (event?: string) => Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = []
  for (const level of ['info', 'warn', 'error'] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((line: unknown) => {
      if (typeof line === 'string' && line.startsWith('{')) lines.push(JSON.parse(line))
    })
    onTestFinished(() => spy.mockRestore())
  }
  return (event) => lines.filter((line) => event === undefined || line['event'] === event)
}
