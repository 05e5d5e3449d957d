import { fillOptionsAddress, isSearched, missingField } from '../../../worker/contract/connections/options-address.ts'
import type { DraftField, DraftStepView } from '../../../worker/contract/drafts/draft.ts'

/**
 * Where a field's live choices are asked for, and of which account: null for the first one. `search`: the field's slug,
 * where they are found by what is typed in it; `on`: the label of the field that they depend on.
 */
type LiveChoices =
  | { kind: 'unconnected' }
  | { kind: 'dependent'; on: string }
  | { kind: 'listed'; address: string; account: string | null; search: string | null }

/** Of a field with live choices. A service that is not connected yet lists none. */
export function liveChoices(step: DraftStepView, { slug, resolve_url }: DraftField): LiveChoices {
  const { service, accounts, account_slot, fields } = step
  const connects = service !== null && service.connect_kind !== 'none'
  if (resolve_url === null || (connects && accounts.length === 0)) return { kind: 'unconnected' }
  const search = isSearched(resolve_url, slug) ? slug : null
  const address = fillOptionsAddress(resolve_url, (each) => (each === search ? undefined : writtenValue(step, each)))
  const missing = missingField(address)
  if (missing !== null && missing !== search)
    return { kind: 'dependent', on: fields.find((each) => each.slug === missing)?.label ?? missing }
  return { kind: 'listed', address, account: accounts[account_slot]?.id ?? null, search }
}

/** What another field of the step holds; an ingredient is known only when the Applet runs. */
function writtenValue({ fields }: DraftStepView, slug: string): string | undefined {
  const value = fields.find((each) => each.slug === slug)?.value
  return value?.includes('{{') ? undefined : value
}
