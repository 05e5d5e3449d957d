import type { Poll } from '../../engine/steps/service-steps.ts'
import type { TriggerItem } from '../../system/runner-api/step-outcome.ts'
import { ingredient } from '../format/define-service.ts'
import { httpPoll } from '../format/http/http-poll.ts'
import { GITHUB, githubIo } from './github-io.ts'

export const notificationIngredients = [
  ingredient('Subject', 'Subject', 'text', 'Greetings', '$.subject.title'),
  ingredient('SubjectType', 'Kind', 'text', 'Issue', '$.subject.type'),
  ingredient('SubjectUrl', 'Address', 'url', 'https://github.com/octocat/hello-world/issues/7', '$.subject.url'),
  ingredient('Reason', 'Reason', 'text', 'mention', '$.reason'),
  ingredient('RepositoryName', 'Repository', 'text', 'octocat/hello-world', '$.repository.full_name'),
  ingredient('UpdatedAt', 'Updated at', 'datetime', '2026-03-02T09:14:00Z', '$.updated_at'),
]

const poll = httpPoll(GITHUB, {
  ingredients: notificationIngredients,
  request: { get: '/notifications', query: { all: 'true', per_page: '50' } },
  items: '$',
  id: '$.id',
  at: '$.updated_at',
  next: { link: 'next' },
})

/** A thread keeps its id when something happens in it again, so an event is a thread at a time. */
export const pollNotifications: Poll = async (call, io) => {
  const asked = await poll(call, githubIo(io))
  if (!asked.ok) return asked
  return { ok: true, value: { ...asked.value, items: asked.value.items.map(eventOf) } }
}

function eventOf(item: TriggerItem): TriggerItem {
  const { SubjectUrl, RepositoryName } = item.ingredients
  const address = pageOf(String(SubjectUrl ?? '')) ?? `https://github.com/${RepositoryName}`
  return { ...item, id: `${item.id} ${item.at}`, ingredients: { ...item.ingredients, SubjectUrl: address } }
}

/** The page of what GitHub names by its address in the API; null for what has no page of that form. */
function pageOf(address: string): string | null {
  const [, repository, kind, id] = /\/repos\/([^/]+\/[^/]+)\/(issues|pulls|commits)\/(\w+)$/.exec(address) ?? []
  const path = kind && { issues: 'issues', pulls: 'pull', commits: 'commit' }[kind]
  return path ? `https://github.com/${repository}/${path}/${id}` : null
}
