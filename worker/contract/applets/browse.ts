import type { SoldPlan } from '../tiers.ts'
import type { AppletCard } from './applet.ts'
import type { Service, ServiceStep } from '../connections/service.ts'

/** GET /api/home: the visitor's home page (§2.1 "Signed-out visitor"). */
export type Home = { services: Service[]; applets: AppletCard[] }
export type Explore = { services: Service[]; applets: AppletCard[] }
/** GET /api/services/{module_name} */
export type ServicePage = {
  service: Service
  /** The service's terms, and how it asks to be named. */
  terms_url: string | null
  credit: string | null
  steps: ServiceStep[]
  applets: AppletCard[]
}
/** GET /api/services/{module_name}/{triggers|queries|actions}/{slug} */
export type StepPage = {
  service: Service
  step: ServiceStep
  fields: { label: string; hint: string | null; required: boolean }[]
  applets: AppletCard[]
}
/** GET /api/plans: rows of the plan catalog. Amounts in cents. */
export type PlanRow = {
  plan_id: SoldPlan
  tier: SoldPlan
  product_id: string
  amount: number
  currency: string
  interval: 'month' | 'year'
}
export type Plans = {
  plans: PlanRow[]
  /** The code of the running campaign; null without one. */
  campaign: string | null
}
/** GET /api/plans/viewer: a student's own prices; null where everyone's apply. */
export type ViewerPlans = { plans: PlanRow[] | null }
