import type { AppletCard } from './applet.ts'

/** GET /api/authors/{login}: a page of the author's published Applets, and where the next page starts (`after`). */
export type AuthorPage = { author: { login: string }; applets: AppletCard[]; next: string | null }

export const AUTHOR_PAGE_SIZE = 24

/** "{enabled_count}.{id}" of the last Applet of the page before. */
export const AUTHOR_CURSOR = /^(\d{1,10})\.(\d{1,15})$/
