import { expect, test } from 'vitest'
import { SimulatedClock } from '../../testing/simulated-clock.ts'
import { CallPlaces, OUTBOUND_TIMEOUT, PLACE_WAIT } from './call-places.ts'

const SHORT = OUTBOUND_TIMEOUT
const LONG = OUTBOUND_TIMEOUT + 1

function somePlaces() {
  const clock = new SimulatedClock(0)
  const places = new CallPlaces((ms) => new Promise((resolve) => clock.at(clock.now + ms, resolve)))
  const taken: string[] = []
  /** Takes a place, and notes when it came or did not. */
  const take = async (name: string, timeout = SHORT) => {
    const place = await places.take(timeout)
    taken.push(`${name} ${place ? 'at' : 'not until'} ${clock.now}`)
    return place
  }
  return { clock, places, take, taken }
}

test('a seventh call waits for a place, in turn', async () => {
  const { clock, take, taken } = somePlaces()
  const six = await Promise.all(['1', '2', '3', '4', '5', '6'].map((name) => take(name)))
  const waiting = [take('7'), take('8')]
  await clock.runUntil(1000)
  expect(taken).toHaveLength(6)
  six[0]?.release()
  // A place that was given back twice is still one.
  six[0]?.release()
  await clock.runUntil(PLACE_WAIT)
  await Promise.all(waiting)
  expect(taken.slice(6)).toEqual(['7 at 1000', `8 not until ${PLACE_WAIT}`])
})

test('three calls that may take long leave places for the others', async () => {
  const { clock, take, taken } = somePlaces()
  const long = await Promise.all(['1', '2', '3'].map((name) => take(name, LONG)))
  const fourth = take('4', LONG)
  await take('short')
  await clock.runUntil(500)
  expect(taken.slice(3)).toEqual(['short at 0'])
  long[2]?.release()
  await fourth
  expect(taken.slice(4)).toEqual(['4 at 500'])
})
