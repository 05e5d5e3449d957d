import type * as z from 'zod/mini'
import type { IngredientType } from '../../contract/connections/service.ts'
import { serviceName } from '../../engine/filter/service-names.ts'
import type { ServiceCode } from './service-code.ts'
import type { serviceSchema } from './service-schema.ts'

/** A service's file as it is written (`switchyard-service-1`). `expand-service.ts` makes a definition of it. */
export type WrittenService = z.infer<typeof serviceSchema>
type Written<Kind extends 'triggers' | 'queries' | 'actions'> = NonNullable<WrittenService[Kind]>[number]
export type WrittenField = NonNullable<Written<'actions'>['fields']>[number]
export type WrittenIngredient = Written<'triggers'>['ingredients'][number]

/**
 * A service: what its file says, with all shared parts where they are used, and functions by the names of its steps for
 * what a file cannot say. One that is only a file has no `code`.
 */
export type ServiceDefinition = Omit<WrittenService, 'shared' | 'triggers' | 'queries' | 'actions'> & {
  triggers?: TriggerFile[] | undefined
  queries?: QueryFile[] | undefined
  actions?: ActionFile[] | undefined
  code?: ServiceCode
}

type WithFields<Step> = Omit<Step, 'fields' | 'ingredients'> & { fields?: FieldDefinition[] | undefined }
type Listed = { ingredients: IngredientDefinition[] }
export type TriggerFile = WithFields<Written<'triggers'>> & Listed
export type QueryFile = WithFields<Written<'queries'>> & Listed
export type ActionFile = WithFields<Written<'actions'>>
export type StepFile = TriggerFile | QueryFile | ActionFile
export type FieldDefinition = Extract<WrittenField, { label: string }>
export type IngredientDefinition = Omit<Exclude<WrittenIngredient, string>, 'name' | 'type'> & {
  name: string
  type: IngredientType
}
export type Sample = NonNullable<NonNullable<WrittenService['samples']>['actions']>[string]

/** A request of a file: one of its methods holds the address. */
export type RequestFile = NonNullable<StepFile['request']>
/** Answers that mean more than their status, in the order in which they are tried. */
export type ErrorsFile = NonNullable<StepFile['errors']>
/** The values that an answer must have to be told, by place; null for nothing there. */
export type WhereFile = NonNullable<TriggerFile['where']>
export type NextFile = NonNullable<TriggerFile['next']>
export type PushFile = NonNullable<TriggerFile['push']>
/** The request that lists a field's choices, and where they stand in its answer. */
export type LiveOptions = Exclude<NonNullable<FieldDefinition['options']>, readonly unknown[]>

export type ConnectDefinition = WrittenService['connect']
export type OAuthConnect = Extract<ConnectDefinition, { kind: 'oauth2' }>
export type AccountRequest = NonNullable<OAuthConnect['account']>
/**
 * A value that the user pastes to connect. `address`: a whole address of the service, such as that of a webhook. `base`:
 * the user's own server, where all requests go.
 */
export type ConnectField = NonNullable<OAuthConnect['fields']>[number]

/** A value of a request's JSON body: texts are templates. */
export type JsonTemplate = string | number | boolean | null | JsonTemplate[] | { [property: string]: JsonTemplate }

/** The name that buttons show. */
export function shortName({ name, short_name = name.slice(0, 20) }: Named): string {
  return short_name
}

/** The name in filter code, such as `GitHub`. */
export function identifierOf(service: Named): string {
  return serviceName(shortName(service))
}

/** Where its API is, without a slash at the end; null for a service that has no host of its own. */
export function baseUrl({
  hosts: [host],
  code,
}: Pick<WrittenService, 'hosts'> & { code?: ServiceCode | undefined }): string | null {
  return code?.address ?? (host === undefined ? null : `https://${host}`)
}

type Named = { name: string; short_name?: string | undefined }
