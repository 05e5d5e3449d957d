import { A_DAY, ALERT_BYTES, bytesOfUser, BYTES, costOf, D1_BYTES, SOURCES, usageOf } from './cost-model.ts'

const SIZES = [1000, 100_000, 10_000_000]
const NAMES = {
  requests: 'requests of Workers and Pages',
  cpu_ms: 'CPU, ms',
  d1_rows_read: 'rows that D1 reads',
  d1_rows_written: 'rows that D1 writes',
  d1_gb: 'D1, GB',
  object_requests: 'requests of Runners and Sources',
  object_gb_seconds: 'time of Runners and Sources, GB-s',
  object_rows_written: 'rows that Runners and Sources write',
  object_gb: 'Runners and Sources, GB',
  queue_operations: 'operations of the queue',
  mails: 'mails',
} as const satisfies Record<keyof ReturnType<typeof usageOf>, string>

/** The tables of docs/operate.md: what a month costs, and how large D1 becomes. */
export function costTables(): string {
  const rows = (Object.keys(NAMES) as (keyof typeof NAMES)[]).map((unit) => [
    NAMES[unit],
    ...SIZES.map((users) => `${short(usageOf(users)[unit])}, $${whole(costOf(users).units[unit])}`),
  ])
  const total = ['**in all, with the plan’s $5**', ...SIZES.map((users) => `**$${whole(costOf(users).total)}**`)]
  const sizes = [
    ['bytes of D1 for a user', whole(bytesOfUser()), whole(bytesOfUser({ moved: true }))],
    ['users at the alert, 70%', ...usersAt(ALERT_BYTES)],
    ['users when 10 GB are full', ...usersAt(D1_BYTES)],
  ]
  const parts = Object.entries(BYTES).map(([part, bytes]) => [part.replace('_', '-'), whole(bytes)])
  const inWords = (counts: Record<string, number>) =>
    Object.entries(counts).map(([what, times]) => [what.replaceAll('_', ' '), String(times)])
  return [
    table(['a user in a day', 'times'], inWords(A_DAY)),
    table(['feeds, weather and sites', 'count'], inWords(SOURCES)),
    table(['a month', ...SIZES.map((users) => `${short(users)} users`)], [...rows, total]),
    table(['', 'all in one D1', 'activity and messages moved out'], sizes),
    table(['part', 'bytes for a user'], parts),
  ].join('\n\n')
}

function usersAt(bytes: number): string[] {
  return [false, true].map((moved) => short(bytes / bytesOfUser({ moved })))
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** Two digits: the assumptions are not better. */
function short(value: number): string {
  const of = [
    [1e9, ' G'],
    [1e6, ' M'],
    [1e3, ' k'],
  ] as const
  const [size, name] = of.find(([least]) => value >= least) ?? [1, '']
  return `${Number((value / size).toPrecision(2))}${name}`
}
