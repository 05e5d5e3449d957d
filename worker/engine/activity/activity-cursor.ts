import {
  ACTIVITY_CATEGORIES,
  ACTIVITY_CURSOR,
  ACTIVITY_PAGE_SIZE,
  type ActivityCategory,
  type ActivityFilter,
} from '../../contract/activity/activity-entry.ts'

const FILTERED: Record<ActivityFilter, readonly ActivityCategory[]> = {
  changes: ['change'],
  runs: [],
  failures: ['failure'],
}

export function categoriesFor(filter: ActivityFilter | undefined): readonly ActivityCategory[] {
  return filter ? FILTERED[filter] : ACTIVITY_CATEGORIES
}

/**
 * Where a page starts: after this entry, newest first. Entries with the same time are ordered by id. `run`: the last run
 * on the pages before, because runs are found by their id alone.
 */
export type Cursor = { created_at: number; id: string; run?: string }

export function cursorOf(text: string | undefined): Cursor | null {
  const [, created_at, id, run] = ACTIVITY_CURSOR.exec(text ?? '') ?? []
  return created_at && id ? { created_at: Number(created_at), id, ...(run && { run }) } : null
}

export function cursorText({ created_at, id, run }: Cursor): string {
  return run ? `${created_at}.${id}.${run}` : `${created_at}.${id}`
}

export function newestFirst(a: Cursor, b: Cursor): number {
  return b.created_at - a.created_at || (a.id < b.id ? 1 : -1)
}

/** Builds one page from the newest entries of each category. Each list holds one more than a page if there is more. */
export function pageOf<Entry extends Cursor>(lists: readonly (readonly Entry[])[]) {
  const all = lists.flat().toSorted(newestFirst)
  const entries = all.slice(0, ACTIVITY_PAGE_SIZE)
  const last = entries.at(-1)
  return { entries, next: last && all.length > entries.length ? { created_at: last.created_at, id: last.id } : null }
}
