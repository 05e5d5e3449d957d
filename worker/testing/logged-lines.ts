import { onTestFinished, vi } from 'vitest'

/** Listens to the log until the test ends. Returns the lines with this event so far. */
export function listenToLog(): (event: string) => Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = []
  for (const level of ['info', 'warn', 'error'] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((line: unknown) => {
      if (typeof line === 'string' && line.startsWith('{')) lines.push(JSON.parse(line))
    })
    onTestFinished(() => spy.mockRestore())
  }
  return (event) => lines.filter((line) => line['event'] === event)
}
