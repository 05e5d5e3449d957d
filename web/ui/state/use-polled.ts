import { useEffect, useEffectEvent, useRef, useState } from 'react'

type Polled<Value> = {
  value: Value
  /** Shows an answer that came another way. */
  set: (value: Value) => void
  /** Something is about to change: asks more often. */
  hurry: () => void
}

/**
 * A value of the page that is read again while the page is visible. `read` is null for a page that stays as it is;
 * `lively`: news is likely. The polling itself loads when the page has woken up.
 */
export function usePolled<Value>(first: Value, read: (() => Promise<Value>) | null, lively: boolean): Polled<Value> {
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
    let left = false
    const begin = async () => {
      const { pollWhileVisible } = await import('../../browser/time/poll-while-visible.ts')
      if (!left) polling.current = pollWhileVisible(() => ask(), lively)
    }
    begin().catch(() => null)
    return () => {
      left = true
      polling.current?.stop()
      polling.current = null
    }
  }, [live, lively])

  return { value, set: (next) => void show(next), hurry: () => polling.current?.hurry() }
}
