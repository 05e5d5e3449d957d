import { Hono } from 'hono'
import { findPlace } from '../../worker/services/weather/places.ts'
import { nextSunTime } from '../../worker/services/weather/sun-times.ts'
import { openJsonFile } from '../stand-in/json-state-file.ts'
import { listen } from '../stand-in/listen.ts'
import { sameOriginOnly } from '../stand-in/same-origin-only.ts'
import { servePageStyles } from '../stand-in/stand-in-page.ts'
import { clockPage } from './clock-page.ts'

type ClockOptions = {
  /** 0 picks any free port. */
  port: number
  /** A JSON file that keeps the offset; without it, the clock begins at now. */
  stateFile?: string
  now?: () => number
}

export type MovableClock = {
  origin: string
  close(): Promise<void>
  /** How far it is ahead of the real time, in ms. */
  offset(): number
  /** Moves it by so many ms, also back; done when all Runners are awake. */
  moveBy(ms: number): Promise<void>
  backToNow(): Promise<void>
  /** Sets who wakes the Runners after a move. */
  onMove(wake: () => Promise<void>): void
  /** Saves the offset; the returned function restores it. */
  takeSnapshot(): () => void
}

/** A developer's clock of schedules and waits, with a page where it is moved. Everything else keeps the real time. */
export async function startClock({ port, stateFile, now = Date.now }: ClockOptions): Promise<MovableClock> {
  const { state, save } = openJsonFile(stateFile, { offset: 0 })
  let wake = async () => {}
  const moveTo = async (offset: number) => {
    state.offset = offset
    save()
    await wake()
  }
  const clock = {
    offset: () => state.offset,
    moveBy: (ms: number) => moveTo(state.offset + ms),
    backToNow: () => moveTo(0),
    onMove: (listener: () => Promise<void>) => void (wake = listener),
    takeSnapshot: () => {
      const { offset } = state
      return () => {
        state.offset = offset
        save()
      }
    },
  }
  const listening = await listen(port, (origin) => clockApp(clock, origin, now).fetch)
  return { ...listening, ...clock }
}

const SECOND = 1000
const HOUR = 3_600_000

function clockApp(
  { offset, moveBy, backToNow }: Pick<MovableClock, 'offset' | 'moveBy' | 'backToNow'>,
  origin: string,
  now: () => number,
): Hono {
  const app = new Hono()
  servePageStyles(app, new URL('./clock.css', import.meta.url))
  app.use(sameOriginOnly(origin))
  app.get('/', () => clockPage(now(), offset()))
  app.get('/offset', (c) => c.json(offset(), 200, { 'cache-control': 'no-store' }))
  app.post('/move', async (c) => {
    const { hours } = await c.req.parseBody()
    const by = Number(hours)
    if (typeof hours !== 'string' || !hours || !Number.isFinite(by)) return c.text('The hours must be a number.', 400)
    await moveBy(by * HOUR)
    return c.redirect('/', 303)
  })
  app.post('/sunset', async (c) => {
    const { place: name } = await c.req.parseBody()
    const time = now() + offset()
    const sunset = nextSunTime('sunset', findPlace(typeof name === 'string' ? name : '', 'UTC', time), time)
    if (!sunset) return c.text('The sun does not set there.', 400)
    // A moment after it, so that what starts at sunset is due.
    await moveBy(sunset.at + SECOND - time)
    return c.redirect('/', 303)
  })
  app.post('/now', async (c) => {
    await backToNow()
    return c.redirect('/', 303)
  })
  return app
}
