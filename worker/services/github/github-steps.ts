import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { ActionDefinition, Poll, QueryDefinition, StepCall } from '../../engine/steps/service-steps.ts'
import { httpAction, httpPoll, httpQuery } from '../format/http-steps.ts'
import { field } from '../format/define-service.ts'
import type {
  ActionHttp,
  FieldDefinition,
  IngredientDefinition,
  PollHttp,
  QueryHttp,
} from '../format/service-definition.ts'
import { GITHUB, githubIo } from './github-io.ts'
import { readRepositoryName } from './repository-name.ts'

type Listing = { fields: FieldDefinition[]; ingredients: IngredientDefinition[] }

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
export function repositoryPoll(step: Listing, http: Omit<PollHttp, 'next' | 'items' | 'order'>): Poll {
  const poll = httpPoll(GITHUB, step, {
    ...http,
    items: '$',
    order: 'newest_first',
    next: { link: 'next', query: 'page' },
  })
  return async (call, io) => {
    const named = withRepository(call)
    return named ? poll(named, githubIo(io)) : NOT_A_REPOSITORY
  }
}

export function repositoryQuery(step: Listing, http: QueryHttp): QueryDefinition['run'] {
  const query = httpQuery(GITHUB, step, http)
  return async (call, io) => {
    const named = withRepository(call)
    return named ? query(named, githubIo(io)) : NOT_A_REPOSITORY
  }
}

export function repositoryAction(fields: FieldDefinition[], http: ActionHttp): ActionDefinition['run'] {
  const action = httpAction(GITHUB, { fields }, http)
  return async (call, io) => {
    const named = withRepository(call)
    return named ? action(named, githubIo(io)) : NOT_A_REPOSITORY
  }
}
