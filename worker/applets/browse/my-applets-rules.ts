import { MY_APPLETS_CURSOR, MY_APPLETS_PAGE_SIZE } from '../../contract/applets/my-applets.ts'
import type { MyAppletsInput } from '../../contract/applets/my-applets-input.ts'

/** Whether the user searched, filtered, sorted or turned a page. Otherwise the page shows sections. */
export function isNarrowed({ q, status, service, sort, after }: MyAppletsInput): boolean {
  return q !== '' || status !== undefined || service !== undefined || sort !== 'recent' || after !== undefined
}

/** Whether the order follows what the user's Runner counts. */
export function isByRuns({ sort }: Pick<MyAppletsInput, 'sort'>): boolean {
  switch (sort) {
    case 'last_run':
    case 'runs':
      return true
    case 'recent':
    case 'name':
      return false
  }
}

/** Where a page starts: after this Applet. Applets with the same key are ordered by id. */
type Cursor = { key: string | number; id: number }

/** The cursor of `after=`; null on the first page, or when it belongs to another sort. */
export function cursorOf({ after, sort }: Pick<MyAppletsInput, 'after' | 'sort'>): Cursor | null {
  const [, id, text] = MY_APPLETS_CURSOR.exec(after ?? '') ?? []
  if (!id || !text) return null
  if (sort === 'name') return { key: text, id: Number(id) }
  return /^\d{1,15}$/.test(text) ? { key: Number(text), id: Number(id) } : null
}

/** A page of the rows that were found, which are one more than a page if there is more. */
export function pageOf<Row extends { id: number; sort_key: string | number }>(rows: readonly Row[]) {
  const page = rows.slice(0, MY_APPLETS_PAGE_SIZE)
  const last = page.at(-1)
  return { page, next: last && rows.length > page.length ? `${last.id}.${last.sort_key}` : null }
}
