import type { ComponentType } from 'react'
import type { PageProps } from './site/session.ts'

/** Every page component by name. */
export const pages = {
  'accounts/join-page': () => import('./accounts/join-page.tsx'),
  'accounts/login-page': () => import('./accounts/login-page.tsx'),
  'accounts/password-reset-page': () => import('./accounts/password-reset-page.tsx'),
  'accounts/settings-page': () => import('./accounts/settings-page.tsx'),
  'accounts/verify-email-page': () => import('./accounts/verify-email-page.tsx'),
  'activity/activity-page': () => import('./activity/activity-page.tsx'),
  'activity/applet-activity-page': () => import('./activity/applet-activity-page.tsx'),
  'applets/connection-page': () => import('./applets/connection-page.tsx'),
  'applets/edit-page': () => import('./applets/edit-page.tsx'),
  'applets/my-applets-page': () => import('./applets/my-applets-page.tsx'),
  'billing/checkout-page': () => import('./billing/checkout-page.tsx'),
  'billing/success-page': () => import('./billing/success-page.tsx'),
  'billing/billing-page': () => import('./billing/billing-page.tsx'),
  'billing/invoice-page': () => import('./billing/invoice-page.tsx'),
  'billing/plans-page': () => import('./billing/plans-page.tsx'),
  'connections/activate-page': () => import('./connections/activate-page.tsx'),
  'connections/connections-page': () => import('./connections/connections-page.tsx'),
  'home/explore-page': () => import('./home/explore-page.tsx'),
  'home/home-page': () => import('./home/home-page.tsx'),
  'home/service-page': () => import('./home/service-page.tsx'),
  'home/step-page': () => import('./home/step-page.tsx'),
  'legal/privacy-page': () => import('./legal/privacy-page.tsx'),
  'legal/terms-page': () => import('./legal/terms-page.tsx'),
  'messages/unsubscribe-page': () => import('./messages/unsubscribe-page.tsx'),
  'site/not-found-page': () => import('./site/not-found-page.tsx'),
  'site/error-page': () => import('./site/error-page.tsx'),
} as const satisfies Record<string, () => Promise<{ Page: ComponentType<never> }>>

export type PageId = keyof typeof pages
export type AnyPage = ComponentType<PageProps<unknown, unknown>>

/** A page's component, on the server. Whether the route's data fits it is checked by edge/route.ts, not here. */
export async function loadPage(id: PageId): Promise<AnyPage> {
  return componentOf(await pages[id]())
}

/** The same in the browser, by the file that the document names: a list of all pages is no part of any page. */
export async function loadPageFile(file: string): Promise<AnyPage> {
  return componentOf(await import(/* @vite-ignore */ file))
}

function componentOf({ Page }: { Page: unknown }): AnyPage {
  return Page as AnyPage
}
