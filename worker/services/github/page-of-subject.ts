import type { TriggerItem } from '../../system/runner-api/step-outcome.ts'
import type { PolledRequest, TriggerCode } from '../format/service-code.ts'

/** A notification names what it is about by its address in the API, or by none: people read its page. */
export const withPageOfSubject = ({ poll }: PolledRequest): Extract<TriggerCode, { poll: unknown }> => ({
  poll: async (call, io) => {
    const asked = await poll(call, io)
    return asked.ok ? { ok: true, value: { ...asked.value, items: asked.value.items.map(withPage) } } : asked
  },
})

function withPage(item: TriggerItem): TriggerItem {
  const { SubjectUrl, RepositoryName } = item.ingredients
  const address = pageOf(String(SubjectUrl ?? '')) ?? `https://github.com/${RepositoryName}`
  return { ...item, ingredients: { ...item.ingredients, SubjectUrl: address } }
}

/** The page of what GitHub names by its address in the API; null for what has no page of that form. */
function pageOf(address: string): string | null {
  const [, repository, kind, id] = /\/repos\/([^/]+\/[^/]+)\/(issues|pulls|commits)\/(\w+)$/.exec(address) ?? []
  const path = kind && { issues: 'issues', pulls: 'pull', commits: 'commit' }[kind]
  return path ? `https://github.com/${repository}/${path}/${id}` : null
}
