import { linkedPage } from '../../system/outbound/linked-page.ts'
import type { Poll, StepIo } from '../../engine/steps/service-steps.ts'
import type { PollPage, StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { ingredient } from '../format/define-service.ts'
import { httpPoll } from '../format/http/http-poll.ts'
import { GITHUB, githubIo } from './github-io.ts'
import { NOT_A_REPOSITORY, repository, withRepository } from './github-steps.ts'

const PAGE = 100
/** Where the last page moved while it was looked for, so often at most. */
const MOST_MOVES = 3

export const starIngredients = [
  ingredient('StarredBy', 'Starred by', 'text', 'octocat', '$.user.login'),
  ingredient('ProfileUrl', 'Profile', 'url', 'https://github.com/octocat', '$.user.html_url'),
  ingredient('StarredAt', 'Starred at', 'datetime', '2026-03-02T09:14:00Z', '$.starred_at'),
]

const pollPage = httpPoll(GITHUB, {
  fields: [repository],
  ingredients: starIngredients,
  request: {
    get: '/repos/{{fields.owner}}/{{fields.repo}}/stargazers',
    query: { per_page: String(PAGE), page: '{{fields.page}}' },
    headers: { accept: 'application/vnd.github.star+json' },
  },
  items: '$',
  id: '$.user.id',
  at: '$.starred_at',
  order: 'oldest_first',
})

/** One page of stars. `next`: the number of the last one, as the Link header says it. */
async function askPage(
  call: Omit<Parameters<Poll>[0], 'page' | 'last_modified'>,
  io: StepIo,
): Promise<StepOutcome<PollPage>> {
  let last: string | null = null
  const github = githubIo(io)
  const fetch: StepIo['fetch'] = async (address, init) => {
    const outcome = await github.fetch(address, init)
    if (outcome.ok) last = linkedPage(outcome.value.headers, 'last', 'page')
    return outcome
  }
  const asked = await pollPage({ ...call, page: null, last_modified: null }, { ...github, fetch })
  return asked.ok ? { ok: true, value: { ...asked.value, next: last } } : asked
}

/**
 * GitHub lists stars oldest first, so the newest are on the last page. The mark that the next poll brings back is that
 * page's number and its ETag; a full page has none, because the next star begins another page.
 */
export const pollStars: Poll = async (call, io) => {
  const named = withRepository(call)
  if (!named) return NOT_A_REPOSITORY
  const ask = (page: string, etag: string | null) => askPage({ ...named, fields: { ...named.fields, page }, etag }, io)
  if (call.page !== null) return marked(await ask(call.page, null), call.page)
  const [, known, etag = null] = /^(\d+) (.+)$/s.exec(call.etag ?? '') ?? []
  let page = known ?? '1'
  let asked = await ask(page, etag)
  for (let moves = 0; moves < MOST_MOVES && asked.ok; moves++) {
    // A page past the end is what many taken stars leave behind.
    const isPastEnd = asked.value.items.length === 0 && !asked.value.unchanged && page !== '1'
    const last = isPastEnd ? '1' : asked.value.next
    if (last === null || last === page) break
    page = last
    asked = await ask(page, null)
  }
  return marked(asked, page)
}

function marked(asked: StepOutcome<PollPage>, page: string): StepOutcome<PollPage> {
  if (!asked.ok) return asked
  const { items, etag } = asked.value
  const mark = etag === null || items.length >= PAGE ? null : `${page} ${etag}`
  const next = Number(page) > 1 ? String(Number(page) - 1) : null
  return { ok: true, value: { ...asked.value, next, etag: mark, last_modified: null } }
}
