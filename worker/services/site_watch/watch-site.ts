import { withoutElements } from '../../contract/ingredients/text-filters.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import type { FollowedSource, SourceDefinition, StepIo } from '../../engine/steps/service-steps.ts'
import type { Ingredients, StepOutcome, StepProblem, TriggerItem } from '../../system/runner-api/step-outcome.ts'
import { sha256Hex } from '../../system/secrets/hashes.ts'

/** The result of one look at a site. `hash`: of its text; null where that is too long to compare. */
type SiteCheck = { up: boolean; status: number | null; reason: string; hash: string | null }

/** The state a reading leaves for the next. `failed_at`: a check has failed, and a second one decides. Times in ms. */
type State = { up: boolean; failed_at: number | null; hash: string | null; since: number }

const CHECKED_BYTES = 1024 * 1024
/** Down is what two checks say, so far apart, in ms. */
const SECOND_CHECK = MINUTE
/** Answers that say that the page is not there. Others below 500 come from a site that works. */
const MISSING = [404, 410]

/**
 * Looks at a site once. A site that cannot be reached is down, which is an answer; a problem is an address that we do
 * not open.
 */
export async function checkSite(address: string, io: Pick<StepIo, 'fetch'>): Promise<StepOutcome<SiteCheck>> {
  const outcome = await io.fetch(address, { redirects: 'get', max_bytes: CHECKED_BYTES, plain_http: true })
  if (outcome.ok) {
    const { status } = outcome.value
    const up = status < 500 && !MISSING.includes(status)
    const hash = outcome.value.ok ? await sha256Hex(textOf(await outcome.value.text())) : null
    return { ok: true, value: { up, status, reason: `It answered ${status}.`, hash } }
  }
  const { failure, message } = outcome.problem
  if (failure === 'too_large') return { ok: true, value: { up: true, status: 200, reason: message, hash: null } }
  if (isSilence(failure)) return { ok: true, value: { up: false, status: null, reason: message, hash: null } }
  return outcome
}

function isSilence(failure: StepProblem['failure']): boolean {
  return failure === 'transport' || failure === 'timeout' || failure === 'server' || failure === 'protocol'
}

/** A page's text as a reader sees it: without scripts, styles, comments and spaces. */
function textOf(page: string): string {
  return withoutElements(page, ['script', 'style', 'noscript', 'template'])
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A site, checked once for everyone who watches it. Each change is one item: `down`, `up` or `changed`. */
export const siteSource: SourceDefinition = {
  read: async (call, io) => {
    const address = call.fields['address'] ?? ''
    const outcome = await checkSite(address, io)
    if (!outcome.ok) return outcome
    const check = outcome.value
    const state: State | null = call.state === null ? null : JSON.parse(call.state)
    const isFirstFailure = !check.up && (state?.up ?? true) && state?.failed_at == null
    const about = { etag: null, last_modified: null, unchanged: false, fresh_for: null }
    if (isFirstFailure) {
      const waiting: State = { hash: null, since: io.now, ...state, up: state?.up ?? true, failed_at: io.now }
      const again = { state: JSON.stringify(waiting), again_in: SECOND_CHECK }
      return { ok: true, value: { items: [], ...about, ...again } }
    }
    const wasUp = state?.up ?? true
    const isOther = state?.hash != null && check.hash !== null && state.hash !== check.hash
    const kind = wasUp !== check.up ? (check.up ? 'up' : 'down') : check.up && isOther ? 'changed' : null
    const next: State = {
      up: check.up,
      failed_at: null,
      hash: check.hash ?? state?.hash ?? null,
      since: state && kind !== 'up' && kind !== 'down' ? state.since : io.now,
    }
    const items = kind === null ? [] : [siteItem(kind, address, check, io.now)]
    return { ok: true, value: { items, ...about, state: JSON.stringify(next) } }
  },
}

type Change = 'down' | 'up' | 'changed'

function siteItem(kind: Change, address: string, { status, reason }: SiteCheck, now: number): TriggerItem {
  const ingredients = { Change: kind, Address: address, Status: status, Reason: reason, OccurredAt: toTime(now) }
  return { id: `${kind}-${now}`, at: now, ingredients }
}

function toTime(at: number): string {
  return new Date(at).toISOString()
}

/** Follows one kind of change. */
export function followSite(kind: Change): FollowedSource {
  return {
    source: 'site',
    fields: ({ address = '' }) => ({ address: normalAddress(address.trim()) }),
    items: (items) =>
      items
        .filter(({ ingredients }) => ingredients['Change'] === kind)
        .map(({ ingredients, ...item }) => ({ ...item, ingredients: withoutChange(ingredients) })),
  }
}

function withoutChange({ Address = null, Status = null, Reason = null, OccurredAt = null }: Ingredients): Ingredients {
  return { Address, Status, Reason, OccurredAt }
}

function normalAddress(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.hash = ''
  return url.href
}
