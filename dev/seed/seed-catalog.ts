import type { Db } from '../../worker/db/client.ts'
import { STEP_SEGMENTS } from '../../worker/contract/connections/service.ts'
import { prices as plansTable } from '../../worker/db/schema/billing.ts'
import { service_steps, services as servicesTable, step_fields } from '../../worker/db/schema/connections.ts'
import type { ServiceEndpoints } from '../services/oauth/service-endpoints.ts'
import { demoPrices } from './demo-prices.ts'
import { demoServices, type DemoService } from './demo-services.ts'
import { demoSteps, type DemoStep } from './demo-steps.ts'
import { inBatches } from './write-in-batches.ts'

/** Seeds what an operator would enter: services, their steps and fields, and the plans. */
export async function seedCatalog(db: Db, endpoints: ServiceEndpoints[]): Promise<void> {
  await inBatches(db, [
    ...demoServices.map((service) => {
      const row = serviceRow(service, endpoints)
      return db.insert(servicesTable).values(row).onConflictDoUpdate({ target: servicesTable.module_name, set: row })
    }),
    ...demoPrices.map((plan) =>
      db.insert(plansTable).values(plan).onConflictDoUpdate({ target: plansTable.id, set: plan }),
    ),
    ...demoSteps.flatMap((step) => stepWrites(db, step, apiOf(step.module_name, endpoints))),
  ])
}

function serviceRow(service: DemoService, endpoints: ServiceEndpoints[]): typeof servicesTable.$inferInsert {
  const icon = `/icons/services/${service.module_name}`
  const row = {
    ...service,
    minimum_tier: service.minimum_tier ?? null,
    icon: `${icon}.svg`,
    icon_bw: `${icon}-bw.svg`,
    monochrome_image_url: `${icon}-mono.svg`,
    lrg_monochrome_image_url: `${icon}-mono.svg`,
    lrg_variant_image_url: `${icon}.svg`,
  }
  if (service.connect_kind === 'none') return row
  const api = apiOf(service.module_name, endpoints)
  if (service.connect_kind === 'key') return { ...row, account_url: `${api}/me` }
  const { issuer, authorize_url, token_url, revoke_url, account_url, scopes } = endpointsOf(
    service.module_name,
    endpoints,
  )
  return { ...row, issuer, authorize_url, token_url, revoke_url, account_url, scopes: scopes.join(' ') }
}

function stepWrites(db: Db, step: DemoStep, api: string | null) {
  const { fields, ...rest } = step
  const id = `${step.module_name}/${STEP_SEGMENTS[step.kind]}/${step.slug}`
  const row = { id, ...rest }
  return [
    db.insert(service_steps).values(row).onConflictDoUpdate({ target: service_steps.id, set: row }),
    ...fields.map(({ live, hint, default_value, options, ...field }, position) => {
      const fieldRow = {
        ...field,
        step_id: id,
        position,
        hint: hint ?? null,
        default_value: default_value ?? null,
        options: options ?? null,
        options_url: live && api ? `${api}/options/${live}` : null,
      }
      const target = [step_fields.step_id, step_fields.slug]
      return db.insert(step_fields).values(fieldRow).onConflictDoUpdate({ target, set: fieldRow })
    }),
  ]
}

function endpointsOf(module_name: string, endpoints: ServiceEndpoints[]): ServiceEndpoints {
  const found = endpoints.find((each) => each.module_name === module_name)
  if (!found) throw new Error(`The stand-in does not know the service ${module_name}.`)
  return found
}

/** The address of a service's own API. A key service is not in the OAuth catalog, so its address follows another's. */
function apiOf(module_name: string, endpoints: ServiceEndpoints[]): string | null {
  const service = demoServices.find((each) => each.module_name === module_name)
  if (service?.connect_kind === 'oauth2') return endpointsOf(module_name, endpoints).api_base_url
  const neighbor = endpoints[0]
  if (service?.connect_kind !== 'key' || !neighbor) return null
  return neighbor.api_base_url.replace(neighbor.module_name, module_name)
}
