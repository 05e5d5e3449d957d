import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { startTarget } from '../../bench/engine/event-target.ts'
import { killProbe, startProbe } from '../../start/local-site/start-probe.fixture.ts'

const CALL = 25_000

test('a call of 25 s ends in its first attempt', async () => {
  const folder = temporaryFolder()
  const target = await startTarget()
  target.setMood({ kind: 'slow', ms: CALL })
  const { child, url } = await startProbe(folder)
  try {
    const answer = await fetch(`${url}long?call=${encodeURIComponent(target.url)}`)
    expect(answer.status).toBe(202)
    // Nobody asks anything meanwhile, which would keep the object in memory.
    await setTimeout(CALL + 2000)
    const calls = (await (await fetch(`${url}long?calls`)).json()) as { began: number; ended: number | null }[]
    expect(calls).toEqual([{ began: expect.any(Number), ended: expect.any(Number) }])
  } finally {
    await Promise.all([killProbe(child), target.close()])
  }
})
