import { accountRoutes } from '../users/routes.ts'
import { myAppletsRoute } from '../applets/my-applets/my-applets-route.ts'
import { activityRoutes } from '../activity/routes.ts'
import { appletRoutes } from '../applets/routes.ts'
import { checkoutRoutes } from '../billing/checkout/checkout-routes.ts'
import { plansRoute } from '../billing/plans/plans-route.ts'
import { billingSettingsRoutes } from '../billing/settings/billing-settings-routes.ts'
import { connectionRoutes } from '../connections/routes.ts'
import { createRoutes } from '../create/routes.ts'
import { filePickerRoute } from '../connections/file-picker/routes.ts'
import { legalRoutes } from '../site/legal/routes.ts'
import { unsubscribeRoute } from '../users/messages/routes.ts'
import { notificationsRoute } from '../activity/notifications/notifications-route.ts'
import { operatorRoute } from '../site/operator/routes.ts'
import { addServiceRoute } from '../connections/services/routes.ts'
import type { PageRoute } from './pages.ts'
import {
  authorRoute,
  exploreRoute,
  homeRoute,
  serviceRoute,
  servicesRoute,
  stepRoutes,
} from '../applets/explore/routes.ts'

/** Every address that is a page. The first matching pattern wins, so /{module_name} comes last. */
export const routes: readonly PageRoute[] = [
  homeRoute,
  exploreRoute,
  servicesRoute,
  authorRoute,
  plansRoute,
  ...checkoutRoutes,
  ...legalRoutes,
  myAppletsRoute,
  ...appletRoutes,
  ...createRoutes,
  ...activityRoutes,
  notificationsRoute,
  ...accountRoutes,
  unsubscribeRoute,
  ...billingSettingsRoutes,
  operatorRoute,
  ...connectionRoutes,
  filePickerRoute,
  addServiceRoute,
  ...stepRoutes,
  serviceRoute,
]
