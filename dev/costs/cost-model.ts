/** Cloudflare's prices in dollars, as of 2026-11-21, with what Workers Paid ($5 a month) includes of each in a month. */
const PRICES = {
  requests: { each: 0.3e-6, included: 10e6 },
  cpu_ms: { each: 0.02e-6, included: 30e6 },
  d1_rows_read: { each: 0.001e-6, included: 25e9 },
  d1_rows_written: { each: 1e-6, included: 50e6 },
  d1_gb: { each: 0.75, included: 5 },
  object_requests: { each: 0.15e-6, included: 1e6 },
  object_gb_seconds: { each: 12.5e-6, included: 400_000 },
  object_rows_written: { each: 1e-6, included: 50e6 },
  object_gb: { each: 0.2, included: 5 },
  queue_operations: { each: 0.4e-6, included: 1e6 },
  mails: { each: 0.35e-3, included: 3000 },
} as const
type Unit = keyof typeof PRICES
const PLAN = 5

/** What one user does in a day, on average over all users: assumed, not measured. */
export const A_DAY = {
  visits: 10,
  signed_in_pages: 2,
  calls: 4,
  writes: 0.2,
  sign_ins: 0.05,
  runs: 10,
  polls: 12,
  mails: 0.1,
}

/**
 * Feeds, weather and sites: one Source reads each for all its followers, who say now and then that they still follow.
 * What it tells them is in `runs`. Assumed, but for the renewals.
 */
export const SOURCES = {
  followed_by_a_user: 0.5,
  followers_of_each: 5,
  readings_a_day: 96,
  renewals_a_day: 4,
}

/** Bytes of D1 for each user, in a database of a million users with one Applet, three enablements and ten lines of activity. */
export const BYTES = {
  people: 1686,
  enablements: 1181,
  applets: 1404,
  billing: 796,
  activity: 4367,
  messages: 1571,
  short_lived: 328,
}
/** What grows with time and is read by its user alone: it moves out first. */
const MOVES_FIRST = ['activity', 'messages'] as const
/** What D1 holds at most, and from where on the log alerts, in bytes. */
export const D1_BYTES = 10e9
export const ALERT_BYTES = 0.7 * D1_BYTES

/**
 * Rows of D1 that each reads and writes: rounded up from what users with hundreds of Applets cost (`npm run bench:scale`).
 * A Runner's rows and the CPU of a sign-in (ms) are measured; the other times are estimates.
 */
const COUNTS = {
  page: { read: 620, cpu: 8 },
  call: { read: 600, cpu: 4 },
  write: { read: 3700, written: 13 },
  sign_in: { read: 14, written: 11, cpu: 140 },
  hook: { cpu: 2 },
  run: { object_rows: 6, object_requests: 2, seconds: 0.5, cpu: 2 },
  poll: { object_rows: 2, object_requests: 1, seconds: 0.5, cpu: 2 },
  /** Of a Source: its record and its alarm. */
  reading: { object_rows: 2, object_requests: 1, seconds: 0.5, cpu: 2 },
  /** Of a Runner, which asks a Source: both write and are awake. */
  renewal: { object_rows: 3, object_requests: 2, seconds: 1, cpu: 2 },
}
/** Memory of an object in GB, for which its time is billed. */
const OBJECT_GB = 0.128
/** Bytes that a Runner keeps, at least. */
const RUNNER_BYTES = 100_000
/** Bytes that a Source keeps, at least. */
const SOURCE_BYTES = 100_000

/** What so many users take in a month of 30 days. `followers`: of each Source, on average. */
export function usageOf(users: number, followers = SOURCES.followers_of_each): Record<Unit, number> {
  const { visits, signed_in_pages: pages, calls, writes, sign_ins, runs, polls, mails } = A_DAY
  const month = (a_day: number) => a_day * 30 * users
  const { page, call, write, sign_in, hook, run } = COUNTS
  const { followed_by_a_user: followed, readings_a_day, renewals_a_day } = SOURCES
  const byThemselves = [
    { times: runs, each: run },
    { times: polls, each: COUNTS.poll },
    { times: (followed / followers) * readings_a_day, each: COUNTS.reading },
    { times: followed * renewals_a_day, each: COUNTS.renewal },
  ]
  const ofObjects = (unit: keyof typeof run) =>
    month(byThemselves.reduce((sum, { times, each }) => sum + times * each[unit], 0))
  return {
    // A hook's request counts; a binding's call does not.
    requests: month(visits + pages + calls + writes + sign_ins + runs),
    cpu_ms:
      month(visits * 2 + pages * page.cpu + (calls + writes) * call.cpu + sign_ins * sign_in.cpu + runs * hook.cpu) +
      ofObjects('cpu'),
    d1_rows_read: month(pages * page.read + calls * call.read + writes * write.read + sign_ins * sign_in.read),
    d1_rows_written: month(writes * write.written + sign_ins * sign_in.written),
    d1_gb: (users * bytesOfUser()) / 1e9,
    object_requests: ofObjects('object_requests'),
    object_gb_seconds: ofObjects('seconds') * OBJECT_GB,
    object_rows_written: ofObjects('object_rows'),
    object_gb: (users * (RUNNER_BYTES + (followed / followers) * SOURCE_BYTES)) / 1e9,
    // Written, read and deleted.
    queue_operations: month(mails * 3),
    mails: month(mails),
  }
}

/** Dollars a month for each unit, the plan not included. */
export function costOf(users: number): { units: Record<Unit, number>; total: number } {
  const usage = usageOf(users)
  const dollars = (unit: Unit) => Math.max(0, usage[unit] - PRICES[unit].included) * PRICES[unit].each
  const units = Object.fromEntries(Object.keys(PRICES).map((unit) => [unit, dollars(unit as Unit)])) as Record<
    Unit,
    number
  >
  return { units, total: PLAN + Object.values(units).reduce((sum, each) => sum + each, 0) }
}

/** Bytes of D1 for one user; without what moves out first, where that has. */
export function bytesOfUser({ moved = false } = {}): number {
  const parts = Object.entries(BYTES).filter(([part]) => !moved || !MOVES_FIRST.some((first) => first === part))
  return parts.reduce((sum, [, bytes]) => sum + bytes, 0)
}
