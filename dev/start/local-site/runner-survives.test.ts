import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.fixture.ts'
import { eventually } from '../../../worker/testing/eventually.ts'
import { killProbe, startProbe } from './start-probe.fixture.ts'

type Alarm = { due: number; rang: number | null }

test("a Runner's rows and alarms survive kill -9", async () => {
  const folder = temporaryFolder()
  const first = await startProbe(folder)
  const overdue = Date.now() + 200
  const pending = Date.now() + 2000
  await ask(`${first.url}overdue?due=${overdue}`)
  await ask(`${first.url}pending?due=${pending}`)
  await killProbe(first.child)
  await setTimeout(Math.max(0, overdue + 1 - Date.now()))

  const second = await startProbe(folder)
  try {
    const rang = async (name: string) => (await ask(second.url + name))[0]?.rang ?? 0
    await eventually(async () => expect(await rang('overdue')).toBeGreaterThan(overdue))
    expect(await ask(`${second.url}pending`)).toEqual([
      { due: pending, rang: expect.toBeOneOf([null, expect.any(Number)]) },
    ])
    await eventually(async () => expect(await rang('pending')).toBeGreaterThanOrEqual(pending))
  } finally {
    await killProbe(second.child)
  }
})

async function ask(url: string): Promise<Alarm[]> {
  const answer = await fetch(url)
  return (await answer.json()) as Alarm[]
}
