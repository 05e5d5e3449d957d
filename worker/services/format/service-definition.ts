import type * as z from 'zod/mini'
import { serviceName } from '../../engine/filter/service-names.ts'
import type { ServiceCode } from './service-code.ts'
import type { serviceSchema } from './service-schema.ts'

type ServiceFile = z.infer<typeof serviceSchema>

/**
 * A service: what its file writes down (`switchyard-service-1`), and functions by the names of its steps for what a
 * file cannot say. One that is only a file has no `code`.
 */
export type ServiceDefinition = ServiceFile & { code?: ServiceCode }

export type TriggerFile = NonNullable<ServiceFile['triggers']>[number]
export type QueryFile = NonNullable<ServiceFile['queries']>[number]
export type ActionFile = NonNullable<ServiceFile['actions']>[number]
export type StepFile = TriggerFile | QueryFile | ActionFile
export type FieldDefinition = NonNullable<StepFile['fields']>[number]
export type IngredientDefinition = TriggerFile['ingredients'][number]
export type Sample = NonNullable<NonNullable<ServiceFile['samples']>['actions']>[string]

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

export type ConnectDefinition = ServiceFile['connect']
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
}: Pick<ServiceFile, 'hosts'> & { code?: ServiceCode | undefined }): string | null {
  return code?.address ?? (host === undefined ? null : `https://${host}`)
}

type Named = { name: string; short_name?: string | undefined }
