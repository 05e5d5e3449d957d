import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import type { Service } from '../contract/connections.ts'
import { AppError } from '../http/app-error.ts'
import { services, type ServiceRow } from './tables.ts'

/** The published services of these names. Throws `not_found` (404) where one is unknown or not published. */
export async function findServices(ctx: Ctx, names: readonly string[]): Promise<Map<string, ServiceRow>> {
  const wanted = [...new Set(names)]
  if (wanted.length === 0) return new Map()
  const rows = await ctx.db
    .select()
    .from(services)
    .where(and(inArray(services.module_name, wanted), eq(services.published, true)))
  const found = new Map(rows.map((row) => [row.module_name, row]))
  const missing = wanted.find((name) => !found.has(name))
  if (missing) throw new AppError('not_found', { message: `We do not know the service "${missing}".` })
  return found
}

export async function findService(ctx: Ctx, name: string): Promise<ServiceRow> {
  const service = (await findServices(ctx, [name])).get(name)
  if (!service) throw new AppError('not_found')
  return service
}

/** What everyone may see of a service: not where its tokens come from. */
export function toService(row: ServiceRow): Service {
  return {
    module_name: row.module_name,
    name: row.name,
    short_name: row.short_name,
    description: row.description,
    brand_color: row.brand_color,
    published: row.published,
    connect_kind: row.connect_kind,
    minimum_tier: row.minimum_tier,
    icon: row.icon,
    icon_bw: row.icon_bw,
    monochrome_image_url: row.monochrome_image_url,
    lrg_monochrome_image_url: row.lrg_monochrome_image_url,
    lrg_variant_image_url: row.lrg_variant_image_url,
  }
}
