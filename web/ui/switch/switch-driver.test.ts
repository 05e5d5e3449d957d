import { expect, test } from 'vitest'
import { after } from '../../browser/time/timers.ts'
import { SwitchDriver } from './switch-driver.ts'

/** A switch that is off, and a server whose answers the test controls. */
function aSwitch() {
  const calls: { on: boolean; answer: (ok: boolean) => Promise<void> }[] = []
  const said: string[] = []
  const driver = new SwitchDriver(false, {
    save: (on) =>
      new Promise((resolve, reject) => {
        const answer = async (ok: boolean) => {
          if (ok) resolve(null)
          else reject(new Error('refused'))
          await new Promise<void>((done) => after(0, done))
        }
        calls.push({ on, answer })
      }),
    saved: () => void said.push('saved'),
    refused: (error) => void said.push(String(error)),
    flash: () => void said.push('flash'),
  })
  const toggle = (on: boolean) => driver.send({ type: 'toggled', on })
  return { driver, calls, said, toggle, close: driver.open() }
}

test('rapid presses send one call at a time, the last wins', async () => {
  const { driver, calls, said, toggle } = aSwitch()
  toggle(true)
  toggle(false)
  expect(calls.map(({ on }) => on)).toEqual([true])
  expect(driver.get()).toMatchObject({ on: false })
  await calls[0]?.answer(true)
  expect(calls.map(({ on }) => on)).toEqual([true, false])
  await calls[1]?.answer(true)
  expect(driver.get()).toEqual({ kind: 'settled', on: false })
  expect(said).toEqual(['saved'])
})

test('a failed save is undone, flashed once and rethrown', async () => {
  const { driver, calls, said, toggle } = aSwitch()
  toggle(true)
  await calls[0]?.answer(false)
  expect(driver.get()).toEqual({ kind: 'settled', on: false })
  expect(said).toEqual(['flash', 'Error: refused'])
})

test('a removed view ignores failures and sends nothing more', async () => {
  const { calls, said, toggle, close } = aSwitch()
  toggle(true)
  toggle(false)
  close()
  await calls[0]?.answer(false)
  expect(calls).toHaveLength(1)
  expect(said).not.toContain('flash')
})
