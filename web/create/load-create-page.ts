import {
  draftPath,
  isForOthers,
  kindOfRow,
  pathForOthers,
  readDraftRow,
  stepInRow,
} from '../../worker/contract/drafts/draft-addresses.ts'
import type { DraftView } from '../../worker/contract/drafts/draft.ts'
import { DESCRIPTION_MAX } from '../../worker/contract/drafts/describe-draft.ts'
import type { ErrorEnvelope } from '../../worker/contract/errors.ts'
import type { DraftOrigin } from '../browser/api/draft-calls.ts'
import { ApiRefusal, unwrap } from '../edge/api/api-fetch.ts'
import { draftTitle } from './naming/draft-title.ts'
import type { Loaded, PrivateLoadInput } from '../edge/routing/page-route.ts'
import type { CreatePageData } from './editor/create-page-data.ts'

/** /create: nothing is stored before the first choice. The address may say what to begin with. */
export async function loadNewDraftPage(input: PrivateLoadInput): Promise<Loaded<CreatePageData>> {
  const origin = originOf(input.search)
  const begun = await unwrap(input.mine.api.drafts.new.$get({ query: origin })).catch(unlessMistyped)
  if (begun === null) return { kind: 'not_found' }
  const { draft } = begun
  const row = readDraftRow(input.search.get('step'))
  // The Applet has a draft already.
  if (draft.id !== null) {
    const path = draftPath(draft.id, row)
    return { kind: 'redirect', to: isForOthers(input.search) ? pathForOthers(path) : path }
  }
  return pageOf(input, draft, origin)
}

/** /create/{draft}: one's own draft, with the row open that `?step=` names. A finished one leads to its Applet. */
export async function loadDraftPage(input: PrivateLoadInput): Promise<Loaded<CreatePageData>> {
  try {
    const { draft } = await unwrap(input.mine.api.drafts[':id'].$get({ param: { id: input.params.draft ?? '' } }))
    return await pageOf(input, draft, {})
  } catch (error) {
    const to = madeOf(error)
    if (to === null) throw error
    return { kind: 'redirect', to }
  }
}

function madeOf(error: unknown): string | null {
  if (!(error instanceof ApiRefusal) || error.status !== 404) return null
  const { error: said } = error.body as Partial<ErrorEnvelope>
  return said?.redirect_to ?? null
}

/** null where the address names no Applet or step in any way that the API can read. */
function unlessMistyped(error: unknown): null {
  if (error instanceof ApiRefusal && error.status === 422) return null
  throw error
}

function originOf(search: URLSearchParams): DraftOrigin {
  const names = ['from', 'trigger', 'action', 'applet_id'] as const
  const given = names.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value] as const] : []
  })
  return Object.fromEntries(given)
}

function asksUsers({ steps }: DraftView): boolean {
  return steps.some(({ fields }) => fields.some(({ type, asked }) => asked && type !== 'secret'))
}

async function pageOf(
  { api, mine, me, search, timeZone }: PrivateLoadInput,
  draft: DraftView,
  origin: DraftOrigin,
): Promise<Loaded<CreatePageData>> {
  const row = readDraftRow(search.get('step'))
  const kind = row && !stepInRow(draft.doc, row) ? kindOfRow(row) : null
  const [{ id: userId, tier, upgrades }, { services }, found] = await Promise.all([
    me,
    unwrap(api.api.services.$get()),
    // The page asks for them itself where they cannot be had now.
    kind === null ? null : unwrap(mine.api.steps.$get({ query: { kind } })).catch(() => null),
  ])
  const data = {
    draft,
    origin,
    row,
    services: services.map(({ module_name, name, icon, step_kinds }) => ({ module_name, name, icon, step_kinds })),
    found: found?.steps ?? null,
    sentence: (search.get('describe') ?? '').slice(0, DESCRIPTION_MAX),
    userId,
    user: { tier, upgrades },
    timeZone,
    forOthers: isForOthers(search) || draft.applet?.published === true || asksUsers(draft),
  }
  return { kind: 'page', data, title: draftTitle(draft) }
}
