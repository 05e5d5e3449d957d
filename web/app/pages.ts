import type { ComponentProps, ComponentType } from 'react'
import type { Route } from '../edge/routing/page-route.ts'
import type { AnyPage } from '../site/session.ts'

/** Every page component by name. */
export const pages = {
  'accounts/sign-in/join-page': () => import('../accounts/sign-in/join-page.tsx'),
  'accounts/sign-in/login-page': () => import('../accounts/sign-in/login-page.tsx'),
  'accounts/second-step/second-step-page': () => import('../accounts/second-step/second-step-page.tsx'),
  'accounts/second-step/recovery-page': () => import('../accounts/second-step/recovery-page.tsx'),
  'accounts/second-step/stop-recovery-page': () => import('../accounts/second-step/stop-recovery-page.tsx'),
  'accounts/password-reset/password-reset-page': () => import('../accounts/password-reset/password-reset-page.tsx'),
  'accounts/account-settings/account-page': () => import('../accounts/account-settings/account-page.tsx'),
  'accounts/deletion/delete-page': () => import('../accounts/deletion/delete-page.tsx'),
  'accounts/deletion/deletion-page': () => import('../accounts/deletion/deletion-page.tsx'),
  'accounts/email-change/email-change-page': () => import('../accounts/email-change/email-change-page.tsx'),
  'accounts/email-change/undo-email-change-page': () => import('../accounts/email-change/undo-email-change-page.tsx'),
  'accounts/sessions/settings-page': () => import('../accounts/sessions/settings-page.tsx'),
  'accounts/proof/confirm-identity-page': () => import('../accounts/proof/confirm-identity-page.tsx'),
  'accounts/verify-email/verify-email-page': () => import('../accounts/verify-email/verify-email-page.tsx'),
  'activity/activity-page': () => import('../activity/activity-page.tsx'),
  'activity/applet-activity-page': () => import('../activity/applet-activity-page.tsx'),
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
  'connections/activate-page': () => import('../connections/activate-page.tsx'),
  'connections/connections-page': () => import('../connections/connections-page.tsx'),
  'create/create-page': () => import('../create/create-page.tsx'),
  'file-picker/file-picker-page': () => import('../file-picker/file-picker-page.tsx'),
  'explore/author-page': () => import('../explore/author-page.tsx'),
  'explore/explore-page': () => import('../explore/explore-page.tsx'),
  'explore/home-page': () => import('../explore/home-page.tsx'),
  'operator/operator-page': () => import('../operator/operator-page.tsx'),
  'explore/services-page': () => import('../explore/services-page.tsx'),
  'explore/service-page': () => import('../explore/service-page.tsx'),
  'explore/step-page': () => import('../explore/step-page.tsx'),
  'legal/privacy-page': () => import('../legal/privacy-page.tsx'),
  'legal/terms-page': () => import('../legal/terms-page.tsx'),
  'messages/unsubscribe-page': () => import('../messages/unsubscribe-page.tsx'),
  'notifications/notifications-page': () => import('../notifications/notifications-page.tsx'),
  'services/add-service-page': () => import('../services/add-service-page.tsx'),
  'error-pages/not-found-page': () => import('../error-pages/not-found-page.tsx'),
  'error-pages/taken-down-page': () => import('../error-pages/taken-down-page.tsx'),
  'error-pages/refused-page': () => import('../error-pages/refused-page.tsx'),
  'error-pages/error-page': () => import('../error-pages/error-page.tsx'),
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
