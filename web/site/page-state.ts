import type { PageSite } from '../../worker/contract/site.ts'
import type { Address } from './session/session.ts'

/** Files of this build that the head names; the entry itself comes after the page's shell (see edge/render.tsx). */
export type Assets = {
  styles: readonly string[]
  preload: string[]
  /** Records presses from before hydration. */
  earlyPress: string
}

/** An element of the head: its tag and its attributes as React names them. */
export type HeadTag =
  | { tag: 'meta'; name?: string; property?: string; content: string; media?: string }
  | { tag: 'link'; rel: string; href: string; type?: string }

/** The state that server and browser must render from; written into the page as JSON. */
export type PageState = {
  /** The page's module, as the browser imports it. */
  file: string
  /** The same by its name in the sources, and the build: for reports of errors. */
  page: string
  build: string
  data: unknown
  address: Address
  site: PageSite
  title: string
  headTags: HeadTag[]
  /** The subject of the page, by schema.org. */
  structured?: unknown
  assets: Assets
  /** Without the site's header and footer. */
  bare?: boolean
}

export const PAGE_STATE_ID = 'page-state'
export const SESSION_STATE_ID = 'session-state'
