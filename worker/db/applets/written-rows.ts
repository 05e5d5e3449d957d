import { getTableColumns } from 'drizzle-orm'
import { decoderOf, withRows, type Read, type Select } from '../d1-batch.ts'
import { type activity_log, applets, enablements, live_configurations } from '../schema/applets.ts'
import type { WantedStep } from '../runners.ts'
import type { runners } from '../schema/runners.ts'
import type { RowsForUser } from './applet-rows.ts'

type AppletRow = typeof applets.$inferSelect
type EnablementRow = typeof enablements.$inferSelect
type FeatureRow = typeof live_configurations.$inferSelect
type LogRow = Pick<typeof activity_log.$inferSelect, 'created_at'>
/** The log's first entry, with the `wanted` of the user's Runner before all other writes; see `wantedOf`. */
type MarkerRow = LogRow & { wanted: number | null }
type WantedRow = Pick<typeof runners.$inferSelect, 'wanted'>

/** A row as a write left it. D1 answers it with the write, so nothing is read again. */
type WrittenRow =
  | { of: 'applet'; row: AppletRow }
  | { of: 'enablement'; row: EnablementRow }
  | { of: 'removed_enablement'; row: null }
  | { of: 'feature'; row: FeatureRow }
  | { of: 'marker'; row: MarkerRow }
  | { of: 'log'; row: LogRow }
  | { of: 'runner'; row: null }
  | { of: 'wanted'; row: WantedRow }

/** A write that says what it left; made by the functions below. */
export type Write = ReturnType<typeof withRows<never, WrittenRow>>

const toApplet = decoderOf<AppletRow>(getTableColumns(applets))
const toEnablement = decoderOf<EnablementRow>(getTableColumns(enablements))
const toFeature = decoderOf<FeatureRow>(getTableColumns(live_configurations))

export function writesApplet(write: Select<AppletRow>): Write {
  return withRows(write, (row) => ({ of: 'applet', row: toApplet(row) }))
}

export function writesEnablement(write: Select<EnablementRow>): Write {
  return withRows(write, (row) => ({ of: 'enablement', row: toEnablement(row) }))
}

export function removesEnablement(write: Select<EnablementRow>): Write {
  return withRows(write, () => ({ of: 'removed_enablement', row: null }))
}

export function writesFeature(write: Select<FeatureRow>): Write {
  return withRows(write, (row) => ({ of: 'feature', row: toFeature(row) }))
}

export function writesMarker(write: Select<MarkerRow>): Write {
  return withRows(write, (row) => ({ of: 'marker', row }))
}

export function writesLog(write: Select<LogRow>): Write {
  return withRows(write, (row) => ({ of: 'log', row }))
}

/** Gives a Runner that has nothing to say yet, so that this call has no use for its id. */
export function writesRunner(write: Select<unknown>): Write {
  return withRows(write, () => ({ of: 'runner', row: null }))
}

/** What all the writes have made of `wanted`. */
export function readsWanted(read: Read<WantedRow>): Write {
  return { toSQL: () => read.toSQL(), toRow: (row) => ({ of: 'wanted', row }) }
}

/** How far the writes brought `wanted`; null for a user whose Runner has to be told everything. */
export function wantedStep(written: readonly WrittenRow[]): WantedStep | null {
  const [before = null] = written.flatMap((each) => (each.of === 'marker' ? [each.row.wanted] : []))
  const [after = null] = written.flatMap((each) => (each.of === 'wanted' ? [each.row.wanted] : []))
  return before === null || after === null ? null : { before, after }
}

/**
 * The rows that a read right after these writes would give; `wanted` only where nothing else has changed what a Runner
 * knows since they were read.
 */
export function withWritten(read: RowsForUser, written: readonly WrittenRow[]): RowsForUser {
  const [before] = read.enablement
  const now: Now = {
    applet: read.applet[0],
    enablement: before,
    live: read.live,
    totals: read.totals[0],
    changed_at: before?.last_change ?? 0,
  }
  for (const each of written) take(now, each)
  const { applet, enablement, live, totals } = now
  const enabled = (totals?.enabled ?? 0) + slotsOf(enablement) - slotsOf(before)
  return {
    ...read,
    applet: present(applet),
    enablement: present(enablement && { ...enablement, last_change: now.changed_at }),
    live: enablement ? live : [],
    totals: present(totals && { ...totals, enabled }),
  }
}

type Now = {
  applet: RowsForUser['applet'][number] | undefined
  enablement: RowsForUser['enablement'][number] | undefined
  live: RowsForUser['live']
  totals: RowsForUser['totals'][number] | undefined
  changed_at: number
}

/** Changes `now`. */
function take(now: Now, { of, row }: WrittenRow): void {
  switch (of) {
    case 'applet':
      now.applet &&= { ...now.applet, ...row }
      return
    case 'enablement':
      now.enablement = { ...row, last_change: null }
      return
    case 'removed_enablement':
      now.enablement = undefined
      return
    case 'feature':
      now.live = [...now.live.filter(({ slug }) => slug !== row.slug), row]
      return
    case 'marker':
      now.totals &&= { ...now.totals, wanted: now.totals.wanted === row.wanted ? row.wanted : null }
      now.changed_at = Math.max(now.changed_at, row.created_at)
      return
    case 'wanted':
      now.totals &&= { ...now.totals, wanted: now.totals.wanted && row.wanted }
      return
    case 'log':
      now.changed_at = Math.max(now.changed_at, row.created_at)
      return
    case 'runner':
      return
    default:
      of satisfies never
  }
}

/** How many of the plan's slots it takes. */
function slotsOf(enablement: Pick<EnablementRow, 'status'> | undefined): number {
  return enablement?.status === 'enabled' ? 1 : 0
}

function present<Row>(row: Row | undefined): Row[] {
  return row === undefined ? [] : [row]
}
