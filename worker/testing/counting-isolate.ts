import { env } from 'cloudflare:test'
import { onTestFinished } from 'vitest'
import { countErrorLine } from '../db/upkeep/error-lines.ts'
import { connect } from '../system/d1/client.ts'
import { countErrorLinesWith } from '../system/log/log.ts'

/** Has error lines counted in D1 until the test ends, as by an isolate that has just started. Returns what waits for the lines. */
export function startCountingIsolate(DB: D1Database = env.DB): () => Promise<unknown> {
  const deferred: Promise<void>[] = []
  const countLine = async (whose: string) => countErrorLine({ db: connect(DB), now: Date.now }, whose)
  countErrorLinesWith({ countLine, defer: (work) => void deferred.push(work) })
  onTestFinished(() => countErrorLinesWith(null))
  return () => Promise.all(deferred)
}
