import { Hono } from 'hono'
import { DAY, HOUR } from '../../../worker/contract/shared/durations.ts'
import { findPlace } from '../../../worker/services/weather/places.ts'
import { nextSunTime } from '../../../worker/services/weather/sun-times.ts'
import { openJsonFile } from '../../stand-ins/stand-in/json-state-file.ts'
import { listen } from '../../stand-ins/stand-in/listen.ts'
import { sameOriginOnly } from '../../stand-ins/stand-in/same-origin-only.ts'
import { servePageStyles } from '../../stand-ins/stand-in/page-styles.ts'
import { clockPage, type ClockStatus, type Jump } from './clock-page.ts'
import type { Errand, Found } from './errands.ts'
import { createWalk, type WaitingJob, type Walk, type WalkParts } from './walk.ts'

type ClockOptions = {
  /** 0 picks any free port. */
  port: number
  /** A JSON file that keeps the offset and the jobs that wait; without it, the clock begins at now. */
  stateFile?: string
  realNow?: () => number
}

/** The parts of the product that the clock walks through. `callWorker`: has the clock's Worker fetch its errand. */
type Product = Pick<WalkParts, 'crons' | 'stripe'> & { callWorker(): Promise<void> }

export type MovableClock = {
  origin: string
  close(): Promise<void>
  /** In ms. */
  now(): number
  /** How far it is ahead of the real time, in ms. */
  offset(): number
  /**
   * Moves it forward by so many ms, after the jumps before; done when all that was due has happened. `each`: every cron
   * trigger runs at each of its times, also where it would do nothing.
   */
  moveBy(ms: number, how?: { each: boolean }): Promise<void>
  /**
   * Has `live` move it to moments of the past, each given in ms before the real time, where it is again in the end. What
   * was due between them does not happen. Throws where it was moved forward.
   */
  relive(live: (moveTo: (ago: number) => Promise<void>) => Promise<void>): Promise<void>
  /** Sets what it walks through; until then a move only moves the time. */
  connect(product: Product): void
  /** Runs what real time has made due. Called now and then. */
  keepUp(): Promise<void>
  /** Saves the offset; the returned function restores it. */
  takeSnapshot(): () => void
}

type ClockState = { offset: number; jobs: WaitingJob[] }

/** The clock of the product and of the Stripe stand-in, with a page where a developer moves it forward. */
export async function startClock({ port, stateFile, realNow = Date.now }: ClockOptions): Promise<MovableClock> {
  const { state, save } = openJsonFile<ClockState>(stateFile, { offset: 0, jobs: [] })
  const now = () => realNow() + state.offset
  const reach = (time: number) => {
    state.offset = Math.max(state.offset, time - realNow())
    save()
  }
  const errands = carryErrands()
  let walk: Walk | null = null
  let jump: Jump | null = null
  let failure: string | null = null
  let last: Promise<unknown> = Promise.resolve()
  /** One after the other: a second press waits. */
  const inTurn = (work: () => Promise<void>) => {
    const done = last.then(work)
    last = done.catch((error: unknown) => console.error(`The clock stopped: ${error}`))
    return done
  }
  const moveBy = (ms: number, how = { each: false }) =>
    inTurn(async () => {
      const from = now()
      jump = { from, until: from + ms }
      failure = null
      try {
        await (walk ? walk.to(from + ms, how) : reach(from + ms))
      } catch (error) {
        failure = String(error)
        throw error
      } finally {
        jump = null
      }
    })
  const relive: MovableClock['relive'] = (live) =>
    inTurn(async () => {
      if (state.offset !== 0) throw new Error('A clock that was moved forward cannot go back.')
      const moveTo = async (before: number) => {
        state.offset = 0 - before
        await walk?.begin()
      }
      try {
        await live(moveTo)
      } finally {
        await moveTo(0)
      }
    })
  const clock = {
    now,
    offset: () => state.offset,
    moveBy,
    relive,
    connect: ({ callWorker, ...product }: Product) => {
      const ask = (errand: Errand) => errands.ask(errand, callWorker)
      const nextJob = () => state.jobs.toSorted((one, other) => one.at - other.at)[0] ?? null
      const dropJob = (job: WaitingJob) => {
        state.jobs = state.jobs.filter((each) => each !== job)
        save()
      }
      walk = createWalk({ ...product, now, reach, nextJob, dropJob, ask })
    },
    keepUp: async () => {
      if (walk?.isDue() && !jump) await inTurn(async () => walk?.to(now()))
    },
    takeSnapshot: () => {
      const kept = structuredClone(state)
      return () => {
        Object.assign(state, structuredClone(kept))
        walk?.restart()
        save()
      }
    },
  }
  const keepJob = (job: unknown, seconds: number) => {
    state.jobs.push({ at: now() + seconds * 1000, job })
    save()
  }
  const status = () => ({ now: now(), offset: state.offset, jump, failure })
  const listening = await listen(port, (origin) => clockApp({ ...clock, status, keepJob, errands }, origin).fetch)
  return { ...listening, ...clock }
}

/** Carries errands to the clock's Worker: it fetches one when it is called, and brings back what it found out. */
function carryErrands() {
  let current: { errand: Errand; found: Found | null } | null = null
  return {
    current: () => current?.errand ?? null,
    bringBack: (found: Found | null) => {
      if (current) current.found = found
    },
    ask: async (errand: Errand, callWorker: () => Promise<void>): Promise<Found | null> => {
      const own = (current = { errand, found: null })
      await callWorker()
      return own.found
    },
  }
}

type AppParts = Pick<MovableClock, 'now' | 'offset' | 'moveBy'> & {
  status(): ClockStatus
  keepJob(job: unknown, seconds: number): void
  errands: ReturnType<typeof carryErrands>
}

const SECOND = 1000
const FORWARD = 'The clock goes forward only: give `hours` or `days` above 0. `npm run reset` begins again at now.'

function clockApp({ now, offset, moveBy, status, keepJob, errands }: AppParts, origin: string): Hono {
  const app = new Hono()
  servePageStyles(app, new URL('./clock.css', import.meta.url))
  app.use(sameOriginOnly(origin))
  app.get('/', () => clockPage(status()))
  app.get('/status', (c) => c.json(status(), 200, { 'cache-control': 'no-store' }))
  app.get('/offset', (c) => c.json(offset(), 200, { 'cache-control': 'no-store' }))
  // With `background`, which the page sends, it answers at once; without, when all that was due has happened.
  app.post('/move', async (c) => {
    const { hours, days, each, background } = await c.req.parseBody()
    const by = spanOf(hours, HOUR) ?? spanOf(days, DAY)
    if (by === null || !(by > 0)) return c.text(FORWARD, 400)
    return moveAndAnswer(by, { each: each !== undefined, inBackground: background !== undefined })
  })
  app.post('/sunset', async (c) => {
    const { place: name, background } = await c.req.parseBody()
    const time = now()
    const sunset = nextSunTime('sunset', findPlace(typeof name === 'string' ? name : '', 'UTC', time), time)
    if (!sunset) return c.text('The sun does not set there.', 400)
    // A moment after it, so that what starts at sunset is due.
    return moveAndAnswer(sunset.at + SECOND - time, { each: false, inBackground: background !== undefined })
  })
  app.post('/jobs', async (c) => {
    const { job, seconds } = await c.req.json<{ job: unknown; seconds: number }>()
    keepJob(job, seconds)
    return c.body(null, 204)
  })
  app.get('/errand', (c) => c.json(errands.current()))
  app.post('/errand', async (c) => {
    errands.bringBack(await c.req.json<Found | null>())
    return c.body(null, 204)
  })
  return app

  async function moveAndAnswer(by: number, { each, inBackground }: Record<'each' | 'inBackground', boolean>) {
    const moved = moveBy(by, { each })
    if (inBackground) moved.catch(() => {})
    else await moved
    return new Response(null, { status: 303, headers: { location: '/' } })
  }
}

/** In ms; null where none is given. */
function spanOf(given: unknown, unit: number): number | null {
  return typeof given === 'string' && given !== '' ? Number(given) * unit : null
}
