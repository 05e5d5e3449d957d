import { accountStore } from '../data/account-store.ts'
import type { Item } from '../data/sample-data.ts'
import type { ServicesContext } from '../data/services-state.ts'
import { weatherService } from '../data/services.ts'
import { FEEDS } from '../feeds/feed-items.ts'
import { pushFeed } from '../feeds/feed-routes.ts'
import { tellProduct } from './tell-product.ts'
import { happenings } from './happenings.ts'

/**
 * Makes something happen at an account, with the form's values where `input` names none, and tells the product.
 * Throws for an unknown happening or choice.
 */
export async function happen(
  ctx: ServicesContext,
  accountId: string,
  slug: string,
  input: Record<string, string> = {},
): Promise<Item> {
  const service = serviceOf(accountId)
  const happening = happenings[service]?.find((each) => each.slug === slug)
  if (happening === undefined) throw new Error(`Nothing called ${slug} happens at ${accountId}.`)
  const store = accountStore(ctx, accountId)
  const given = happening.inputs.map(({ name, value, from }) => [
    name,
    input[name] ?? (from === undefined ? value : (store.list(from)[0]?.id ?? '')),
  ])
  const item = happening.happen(store, Object.fromEntries(given))
  if (service === FEEDS) await pushFeed(ctx, slug)
  if (!isPublic(service)) await tellProduct(ctx, service, accountId)
  return item
}

/** Feeds and weather are everybody's: they have no accounts that the product could poll. */
function isPublic(service: string): boolean {
  return service === FEEDS || service === weatherService.module_name
}

/** An account's id begins with its service: "octoforge-ada". */
function serviceOf(accountId: string): string {
  return accountId.split('-')[0] ?? accountId
}
