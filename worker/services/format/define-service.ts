import type { IngredientType } from '../../contract/connections/service.ts'
import type { AnswerPath } from './answer-path.ts'
import type { FieldDefinition, IngredientDefinition, PollHttp, ServiceDefinition } from './service-definition.ts'

/** Checks a service's file when it is compiled; `definition-schema.ts` checks it when it is tested. */
export function defineService(definition: ServiceDefinition): ServiceDefinition {
  return definition
}

/** The connection of a demo service: OAuth 2 at the paths where all of them have it. */
export function demoOAuth(scopes: string[]): Extract<ServiceDefinition['connect'], { kind: 'oauth2' }> {
  return {
    kind: 'oauth2',
    issuer: '',
    authorize_url: '/oauth/authorize',
    token_url: '/oauth/token',
    revoke_url: '/oauth/revoke',
    scopes,
    account: DEMO_ACCOUNT,
  }
}

export const DEMO_ACCOUNT = { get: '/api/me', id: '$.id', name: '$.name' } as const

/** A poll of a demo service's list: newest first, in pages. `at`: where an item's time stands. */
export function demoPoll(
  path: string,
  items: AnswerPath,
  { at = '$.created_at', query = {} }: { at?: AnswerPath; query?: Record<string, string> } = {},
): PollHttp {
  return {
    request: { method: 'get', path, query: { limit: '50', ...query } },
    items,
    id: '$.id',
    at,
    order: 'newest_first',
    next: { from: '$.next_cursor', query: 'cursor' },
  }
}

/** Live options of a field, as demo services list them. */
export function liveOptions(resource: string): { options: { get: string } } {
  return { options: { get: `/api/options/${resource}` } }
}

/** A required field. */
export function field(
  slug: string,
  label: string,
  type: FieldDefinition['type'],
  more: Partial<FieldDefinition> = {},
): FieldDefinition {
  return { slug, label, type, ...more }
}

export function optionalField(
  slug: string,
  label: string,
  type: FieldDefinition['type'],
  more: Partial<FieldDefinition> = {},
): FieldDefinition {
  return { slug, label, type, required: false, ...more }
}

/** An ingredient that stands in the item under its own name, such as `$.full_name`; `from` is not needed for code. */
export function ingredient(
  slug: string,
  name: string,
  type: IngredientType,
  example: string,
  from?: IngredientDefinition['from'],
): IngredientDefinition {
  return { slug, name, type, example, ...(from && { from }) }
}
