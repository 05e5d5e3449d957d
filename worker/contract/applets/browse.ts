import type { Plan } from '../billing/checkout.ts'
import type { AppletCard } from './applet.ts'
import type { CatalogStep, ConnectWays, IngredientType, Service, StepKind } from '../connections/service.ts'

/** GET /api/home: the visitor's home page (§2.1 "Signed-out visitor"). */
export type Home = { services: Service[]; applets: AppletCard[] }
/** A step that a search has found, with its service's name and icon. */
export type FoundStep = CatalogStep & { service: Pick<Service, 'name' | 'brand' | 'monochrome_image_url'> }
export type Explore = { services: Service[]; steps: FoundStep[]; applets: AppletCard[] }
/** A service, and which kinds of steps it has. */
export type ListedService = Service & { step_kinds: StepKind[] }
/** GET /api/services: every published service, the most popular first. */
export type ServiceDirectory = { services: ListedService[] }
/** GET /api/services/{module_name} */
export type ServicePage = {
  service: Service
  /** Whether an operator has stopped it for now. */
  is_stopped: boolean
  ways: ConnectWays
  /** The service's terms, and how it asks to be named. */
  terms_url: string | null
  credit: string | null
  /** `phrase`: as the service's file has it; null where it has none. */
  steps: (CatalogStep & { phrase: string | null })[]
  applets: AppletCard[]
}
/** GET /api/services/{module_name}/{triggers|queries|actions}/{slug} */
export type StepPage = {
  service: Service
  step: CatalogStep
  /** `filter_name`: how filter code sets an action's field, such as `GitHub.createIssue.setTitle(text)`. */
  fields: { label: string; hint: string | null; required: boolean; filter_name: string | null }[]
  /** The ingredients of a trigger or query, with names in filter code such as `GitHub.newStar.StarredBy`. */
  ingredients: { name: string; type: IngredientType; example: string; filter_name: string }[]
  applets: AppletCard[]
}
/** GET /api/plans: rows of the plan catalog. Amounts in cents. */
export type PlanRow = Omit<Plan, 'local_price_formatted' | 'local_price_formatted_monthly'>
export type Plans = {
  plans: PlanRow[]
  /** The code of the running campaign; null without one. */
  campaign: string | null
}
/** GET /api/plans/viewer: a student's own prices; null where everyone's apply. */
export type ViewerPlans = { plans: PlanRow[] | null }
