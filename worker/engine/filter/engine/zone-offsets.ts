import { ZoneClock } from './zone-clock.ts'

const HOUR = 3_600_000
/** A zone's format takes about 50 µs to make, and a question to it about 5 µs; a unit of fuel stands for 2 ns. */
const ZONE_FUEL = 60_000
const OFFSET_FUEL = 6_000
const LONGEST_NAME = 64
/** Years far from now take long to find out. */
const FIRST = Date.UTC(1900, 0)
const LAST = Date.UTC(2100, 0)

type Offset = { ms: number; fuel: number }

/** How far zones are ahead of UTC, and what an answer costs: in a run always the same, whatever the runs before it asked. */
export class ZoneOffsets {
  #clock = new ZoneClock()
  #paid = new Set<string>()

  /** Begins a run. */
  forget(): void {
    this.#clock = new ZoneClock()
    this.#paid.clear()
  }

  /** NaN for what is not a zone or not a time. */
  at(ms: number, zone: string): Offset {
    return this.#ask(zone, (clock) => (Number.isNaN(ms) ? NaN : clock.offsetAt(within(ms), zone)))
  }

  /** `local`: a local time as if it were UTC. One that a change of clocks skips becomes as much later; of one that comes twice, the first. */
  ofLocal(local: number, zone: string): Offset {
    const { ms, fuel } = this.#ask(zone, (clock) => {
      const near = within(local)
      const before = clock.offsetAt(near - 24 * HOUR, zone)
      const after = clock.offsetAt(near + 24 * HOUR, zone)
      if (clock.offsetAt(near - before, zone) === before) return before
      return clock.offsetAt(near - after, zone) === after ? after : before
    })
    return { ms, fuel: 4 * fuel }
  }

  #ask(zone: string, offset: (clock: ZoneClock) => number): Offset {
    if (zone.length > LONGEST_NAME) return { ms: NaN, fuel: ZONE_FUEL }
    const isNew = !this.#paid.has(zone)
    this.#paid.add(zone)
    const fuel = isNew ? ZONE_FUEL : OFFSET_FUEL
    return { ms: this.#clock.knows(zone) ? offset(this.#clock) : NaN, fuel }
  }
}

function within(ms: number): number {
  return Math.max(FIRST, Math.min(LAST, ms))
}
