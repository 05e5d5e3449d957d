import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { pollWhileVisible } from '../../browser/time/poll-while-visible.ts'

type Polled<Value> = {
  value: Value
  /** Shows an answer that came another way. */
  set: (value: Value) => void
  /** Something is about to change: asks more often. */
  hurry: () => void
}

/**
 * A value of the page that is read again while the page is visible. `read` is null for a page that stays as it is;
 * `lively`: news is likely, and where a number grows, once more.
 */
export function usePolled<Value>(
  first: Value,
  read: (() => Promise<Value>) | null,
  lively: boolean | number,
): Polled<Value> {
  const [value, set] = useState(first)
  const known = useRef(first)
  const polling = useRef<{ hurry(): void; stop(): void } | null>(null)
  const live = read !== null

  function show(next: Value): boolean {
    if (JSON.stringify(next) === JSON.stringify(known.current)) return false
    known.current = next
    set(next)
    return true
  }
  const ask = useEffectEvent(async () => (read ? show(await read()) : false))

  useEffect(() => {
    if (!live) return undefined
    const started = pollWhileVisible(() => ask(), Boolean(lively))
    polling.current = started
    return () => {
      started.stop()
      polling.current = null
    }
  }, [live, lively])

  return { value, set: (next) => void show(next), hurry: () => polling.current?.hurry() }
}
