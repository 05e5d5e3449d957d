import type { ComponentProps, ComponentType } from 'react'
import type { Route } from '../edge/routing/page-route.ts'
import type { AnyPage } from '../site/session/session.ts'

/** Every page component by name. */
export const pages = {
  'users/sign-in/join-page': () => import('../users/sign-in/join-page.tsx'),
  'users/sign-in/login-page': () => import('../users/sign-in/login-page.tsx'),
  'users/second-step/second-step-page': () => import('../users/second-step/second-step-page.tsx'),
  'users/second-step/recovery-page': () => import('../users/second-step/recovery-page.tsx'),
  'users/second-step/stop-recovery-page': () => import('../users/second-step/stop-recovery-page.tsx'),
  'users/password-reset/password-reset-page': () => import('../users/password-reset/password-reset-page.tsx'),
  'users/account-settings/account-page': () => import('../users/account-settings/account-page.tsx'),
  'users/deletion/delete-page': () => import('../users/deletion/delete-page.tsx'),
  'users/deletion/deletion-page': () => import('../users/deletion/deletion-page.tsx'),
  'users/email-change/email-change-page': () => import('../users/email-change/email-change-page.tsx'),
  'users/email-change/undo-email-change-page': () => import('../users/email-change/undo-email-change-page.tsx'),
  'users/sessions/settings-page': () => import('../users/sessions/settings-page.tsx'),
  'users/proof/confirm-identity-page': () => import('../users/proof/confirm-identity-page.tsx'),
  'users/verify-email/verify-email-page': () => import('../users/verify-email/verify-email-page.tsx'),
  'activity/activity-page': () => import('../activity/activity-page.tsx'),
  'activity/run/run-page': () => import('../activity/run/run-page.tsx'),
  'applets/connection-page/connection-page': () => import('../applets/connection-page/connection-page.tsx'),
  'applets/edit/edit-page': () => import('../applets/edit/edit-page.tsx'),
  'applets/my-applets/my-applets-page': () => import('../applets/my-applets/my-applets-page.tsx'),
  'applets/publish/publish-page': () => import('../applets/publish/publish-page.tsx'),
  'applets/report/report-page': () => import('../applets/report/report-page.tsx'),
  'applets/press/press-page': () => import('../applets/press/press-page.tsx'),
  'billing/checkout/checkout-page': () => import('../billing/checkout/checkout-page.tsx'),
  'billing/checkout/success-page': () => import('../billing/checkout/success-page.tsx'),
  'billing/settings/billing-page': () => import('../billing/settings/billing-page.tsx'),
  'billing/settings/invoices/invoice-page': () => import('../billing/settings/invoices/invoice-page.tsx'),
  'billing/plans/plans-page': () => import('../billing/plans/plans-page.tsx'),
  'connections/activate/activate-page': () => import('../connections/activate/activate-page.tsx'),
  'connections/connections-page': () => import('../connections/connections-page.tsx'),
  'create/create-page': () => import('../create/create-page.tsx'),
  'connections/file-picker/file-picker-page': () => import('../connections/file-picker/file-picker-page.tsx'),
  'applets/explore/author-page': () => import('../applets/explore/author-page.tsx'),
  'applets/explore/explore-page': () => import('../applets/explore/explore-page.tsx'),
  'applets/explore/home-page': () => import('../applets/explore/home-page.tsx'),
  'site/operator/operator-page': () => import('../site/operator/operator-page.tsx'),
  'applets/explore/services-page': () => import('../applets/explore/services-page.tsx'),
  'applets/explore/service-page': () => import('../applets/explore/service-page.tsx'),
  'applets/explore/step-page': () => import('../applets/explore/step-page.tsx'),
  'site/legal/privacy-page': () => import('../site/legal/privacy-page.tsx'),
  'site/legal/terms-page': () => import('../site/legal/terms-page.tsx'),
  'users/messages/unsubscribe-page': () => import('../users/messages/unsubscribe-page.tsx'),
  'activity/notifications/notifications-page': () => import('../activity/notifications/notifications-page.tsx'),
  'connections/services/add-service-page': () => import('../connections/services/add-service-page.tsx'),
  'site/error-pages/not-found-page': () => import('../site/error-pages/not-found-page.tsx'),
  'site/error-pages/taken-down-page': () => import('../site/error-pages/taken-down-page.tsx'),
  'site/error-pages/refused-page': () => import('../site/error-pages/refused-page.tsx'),
  'site/error-pages/error-page': () => import('../site/error-pages/error-page.tsx'),
} as const satisfies Record<string, () => Promise<{ Page: ComponentType<never> }>>

type PageId = keyof typeof pages

/** A route whose loader returns the data that its page's component takes. */
export type PageRoute = { [Id in PageId]: Route<Id, DataOf<Id>> }[PageId]

type DataOf<Id extends PageId> =
  ComponentProps<Awaited<ReturnType<(typeof pages)[Id]>>['Page']> extends { data: infer Data } ? Data : unknown

/** A page's component, on the server. */
export async function loadPage(id: string): Promise<AnyPage> {
  const load = Object.entries(pages).find(([name]) => name === id)?.[1]
  if (!load) throw new Error(`Unknown page: ${id}.`)
  return componentOf(await load())
}

/** A page's component in the browser, by the file named in the document, so that no page loads the list of all pages. */
export async function loadPageFile(file: string): Promise<AnyPage> {
  return componentOf(await import(/* @vite-ignore */ file))
}

function componentOf({ Page }: { Page: unknown }): AnyPage {
  return Page as AnyPage
}
