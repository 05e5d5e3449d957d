import type { ComponentType } from 'react'
import type { PageProps } from './site/session.ts'

/** Every page component by name. The browser loads only the one that the document names. */
export const pages = {
  'home/home-page': () => import('./home/home-page.tsx'),
  'site/not-found-page': () => import('./site/not-found-page.tsx'),
  'site/error-page': () => import('./site/error-page.tsx'),
} as const satisfies Record<string, () => Promise<{ Page: ComponentType<never> }>>

export type PageId = keyof typeof pages
export type AnyPage = ComponentType<PageProps<unknown, unknown>>

/** A page's component. The document's own state says which props fit, so the pairing is checked in routes.ts, not here. */
export async function loadPage(id: PageId): Promise<AnyPage> {
  const { Page } = await pages[id]()
  return Page as AnyPage
}
