import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { AppletCard } from '../../../contract/applets/applet.ts'
import { onBrand } from '../../../contract/shared/brand-color.ts'
import type { Db } from '../../../system/d1/client.ts'
import type { Given } from '../../d1-batch.ts'
import { users } from '../../schema/accounts.ts'
import { applet_steps, applets } from '../../schema/applets.ts'
import { service_steps, services } from '../../schema/connections.ts'
import { authorName } from '../applet-names.ts'

/** Applets that everyone may see, such as on their author's page. */
export const isPublished = and(isNotNull(applets.published_at), isNull(applets.archived_at), isNull(applets.taken_down))

/** Applets that may also stand in lists, search and sitemaps: a new author's only after a while. */
export const isListed = and(isPublished, isNull(applets.unlisted_until))

/** What a card shows of an Applet's row. */
export const CARD_COLUMNS = {
  id: applets.id,
  friendly_id: applets.friendly_id,
  name: applets.name,
  brand_color: applets.brand_color,
  config_type: applets.config_type,
  author: authorName,
  enabled_count: applets.enabled_count,
}

type Which = { where: SQL | undefined; first?: SQL; limit: Given<number> }

/**
 * The cards of the most used Applets and their services, for one batch, of whose rows `toCards` makes them. `first` sorts
 * before usage.
 */
export function cardQueries(db: Db, { where, first, limit }: Which) {
  const order = [...(first ? [first] : []), desc(applets.enabled_count), asc(applets.id)]
  const ids = db
    .select({ id: applets.id })
    .from(applets)
    .where(where)
    .orderBy(...order)
    .limit(limit)
  return {
    cards: db
      .select(CARD_COLUMNS)
      .from(applets)
      .innerJoin(users, eq(users.id, applets.author_id))
      .where(where)
      .orderBy(...order)
      .limit(limit),
    cardServices: cardServicesQuery(db, inArray(applet_steps.applet_id, ids)),
  }
}

/** The services of each step of these Applets. */
export function cardServicesQuery(db: Db, where: SQL) {
  const { module_name, name, monochrome_image_url, connect_kind } = services
  const { applet_id, account_slot, place, position } = applet_steps
  return db
    .select({ applet_id, place, position, account_slot, module_name, name, monochrome_image_url, connect_kind })
    .from(applet_steps)
    .innerJoin(service_steps, eq(service_steps.id, applet_steps.step_id))
    .innerJoin(services, eq(services.module_name, service_steps.module_name))
    .where(where)
    .orderBy(asc(applet_id), asc(position))
}
export type CardService = AppletCard['services'][number] & { applet_id: number; place: number; position: number }

type CardRows<Row> = { cards: readonly Row[]; cardServices: readonly CardService[] }

export function toCards<Row extends { id: number; brand_color: string }>({
  cards,
  cardServices,
}: CardRows<Row>): (Row & Pick<AppletCard, 'brand' | 'services'>)[] {
  return cards.map((row) => {
    // Sorted here: no index has this order, so that D1 would read each step once more.
    const own = cardServices
      .filter(({ applet_id }) => applet_id === row.id)
      .toSorted((a, b) => a.place - b.place || a.position - b.position)
    const once = new Map(
      own.map(({ module_name, name, monochrome_image_url }) => [
        module_name,
        { module_name, name, monochrome_image_url },
      ]),
    )
    return { ...row, brand: onBrand(row.brand_color), services: [...once.values()] }
  })
}
