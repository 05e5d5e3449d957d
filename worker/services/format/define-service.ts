import type { IngredientType } from '../../contract/connections/service.ts'
import type {
  AccountRequest,
  FieldDefinition,
  IngredientDefinition,
  OAuthConnect,
  ServiceDefinition,
  TriggerFile,
} from './service-definition.ts'

/** A service that has code of ours, checked when it is compiled; `service-problems.ts` checks it when it is tested. */
export function defineService(definition: ServiceDefinition): ServiceDefinition {
  return definition
}

export const DEMO_ACCOUNT: AccountRequest = { get: '/api/me', id: '$.id', name: '$.name' }

/** The connection of a demo service: OAuth 2 at the paths where all of them have it. */
export function demoOAuth(scopes: string): OAuthConnect {
  return {
    kind: 'oauth2',
    authorize_url: '/oauth/authorize',
    token_url: '/oauth/token',
    revoke_url: '/oauth/revoke',
    scopes,
    account: DEMO_ACCOUNT,
  }
}

/** A poll of a demo service's list: newest first, in pages. `at`: where an item's time stands. */
export function demoPoll(
  path: string,
  items: string,
  { at = '$.created_at', query = {} }: { at?: string; query?: Record<string, string> } = {},
): Pick<TriggerFile, 'request' | 'items' | 'id' | 'at' | 'next'> {
  return {
    request: { get: path, query: { limit: '50', ...query } },
    items,
    id: '$.id',
    at,
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
  from?: string,
): IngredientDefinition {
  return { slug, name, type, example, ...(from !== undefined && { from }) }
}
