import type { Ctx } from '../../system/context/context.ts'
import type { Service } from '../../contract/connections/service.ts'
import { onBrand } from '../../contract/shared/brand-color.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { readPublishedServices, type ServiceRow } from '../../db/services/service-catalog.ts'

/** All of these services. Throws `not_found` (404) if one is unknown or not published. */
export async function requirePublishedServices(ctx: Ctx, names: readonly string[]): Promise<Map<string, ServiceRow>> {
  const found = await readPublishedServices(ctx, names)
  const missing = names.find((name) => !found.has(name))
  if (missing) throw new AppError('not_found', { message: SENTENCES.unknown_service(missing) })
  return found
}

/** The one of this name. Throws as `requirePublishedServices`. */
export async function requirePublishedService(ctx: Ctx, name: string): Promise<ServiceRow> {
  const service = (await requirePublishedServices(ctx, [name])).get(name)
  if (!service) throw new AppError('not_found')
  return service
}

/** The services that need no account. */
export function builtInOf(found: ReadonlyMap<string, ServiceRow>): Set<string> {
  return new Set([...found.values()].flatMap((each) => (each.connect_kind === 'none' ? each.module_name : [])))
}

/** Whether nobody has seen it work with a real account: neither who wrote it down nor an operator here. */
export function isNew({ unverified, seen_working_at }: ServiceRow): boolean {
  return unverified && seen_working_at === null
}

/** The public view of a service, without its OAuth addresses. */
export function toService(row: ServiceRow): Service {
  return {
    module_name: row.module_name,
    name: row.name,
    short_name: row.short_name,
    description: row.description,
    category: row.category,
    brand_color: row.brand_color,
    brand: onBrand(row.brand_color),
    published: row.published,
    is_new: isNew(row),
    connect_kind: row.connect_kind,
    minimum_tier: row.minimum_tier,
    icon: row.icon,
    icon_bw: row.icon_bw,
    monochrome_image_url: row.monochrome_image_url,
    lrg_monochrome_image_url: row.lrg_monochrome_image_url,
    lrg_variant_image_url: row.lrg_variant_image_url,
  }
}
