import { HOUR } from '../../../contract/shared/durations.ts'
import { offsetIn } from '../../../contract/shared/local-day.ts'

/** A zone's format takes about 50 µs to make, and a question to it about 5 µs; a unit of fuel stands for 1 ns. */
const ZONE_FUEL = 60_000
const OFFSET_FUEL = 6_000
const LONGEST_NAME = 64
/** Years far from now take long to find out. */
const FIRST = Date.UTC(1900, 0)
const LAST = Date.UTC(2100, 0)

type Offset = { ms: number; fuel: number }

/** How far zones are ahead of UTC, and what an answer costs: in a run always the same, whatever the runs before it asked. */
export class ZoneOffsets {
  #paid = new Set<string>()

  /** Begins a run. */
  forget(): void {
    this.#paid.clear()
  }

  /** NaN for what is not a zone or not a time. */
  at(ms: number, zone: string): Offset {
    return this.#ask(zone, () => (Number.isNaN(ms) ? NaN : offsetIn(zone, within(ms))))
  }

  /** `local`: a local time as if it were UTC. One that a change of clocks skips becomes as much later; of one that comes twice, the first. */
  ofLocal(local: number, zone: string): Offset {
    const { ms, fuel } = this.#ask(zone, () => {
      const near = within(local)
      const before = offsetIn(zone, near - 24 * HOUR)
      const after = offsetIn(zone, near + 24 * HOUR)
      if (offsetIn(zone, near - before) === before) return before
      return offsetIn(zone, near - after) === after ? after : before
    })
    return { ms, fuel: 4 * fuel }
  }

  #ask(zone: string, offset: () => number): Offset {
    if (zone.length > LONGEST_NAME) return { ms: NaN, fuel: ZONE_FUEL }
    const isNew = !this.#paid.has(zone)
    this.#paid.add(zone)
    const fuel = isNew ? ZONE_FUEL : OFFSET_FUEL
    try {
      return { ms: offset(), fuel }
    } catch {
      return { ms: NaN, fuel }
    }
  }
}

function within(ms: number): number {
  return Math.max(FIRST, Math.min(LAST, ms))
}
