import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { ActionDefinition, Poll, QueryDefinition, StepCall } from '../../engine/steps/service-steps.ts'
import { httpPoll, type PolledTrigger } from '../format/http/http-poll.ts'
import { httpAction, httpQuery, type AskedQuery, type SentAction } from '../format/http/http-steps.ts'
import { field } from '../format/define-service.ts'
import type { FieldDefinition } from '../format/service-definition.ts'
import { GITHUB, githubIo } from './github-io.ts'
import { readRepositoryName } from './repository-name.ts'

/** Repositories that the token sees, those last pushed to first; another one can be typed. */
export const repository = field('repository', 'Repository', 'text', {
  hint: 'Such as octocat/hello-world.',
  options: {
    get: '/user/repos?per_page=100&sort=pushed',
    items: '$',
    value: '$.full_name',
    label: '$.full_name',
  },
})

export const NOT_A_REPOSITORY = failedOutcome({
  failure: 'input',
  message: 'Repository must look like owner/name, such as octocat/hello-world.',
})

/** The call with the repository's parts as fields of their own; null where it names no repository. */
export function withRepository<Call extends StepCall>(call: Call): Call | null {
  const parts = readRepositoryName(call.fields[repository.slug] ?? '')
  return parts && { ...call, fields: { ...call.fields, ...parts } }
}

/** A list of a repository, by pages of the Link header. */
export function repositoryPoll(
  step: Pick<PolledTrigger, 'fields' | 'ingredients' | 'request' | 'id' | 'at' | 'where'>,
): Poll {
  const poll = httpPoll(GITHUB, { ...step, items: '$', next: { link: 'next' } })
  return async (call, io) => {
    const named = withRepository(call)
    return named ? poll(named, githubIo(io)) : NOT_A_REPOSITORY
  }
}

export function repositoryQuery(
  step: Pick<AskedQuery, 'fields' | 'ingredients' | 'request' | 'where'>,
): QueryDefinition['run'] {
  const query = httpQuery(GITHUB, { ...step, items: '$' })
  return async (call, io) => {
    const named = withRepository(call)
    return named ? query(named, githubIo(io)) : NOT_A_REPOSITORY
  }
}

export function repositoryAction(
  fields: FieldDefinition[],
  { request, result }: Pick<SentAction, 'request' | 'result'>,
): ActionDefinition['run'] {
  const action = httpAction(GITHUB, { fields, request, result })
  return async (call, io) => {
    const named = withRepository(call)
    return named ? action(named, githubIo(io)) : NOT_A_REPOSITORY
  }
}
