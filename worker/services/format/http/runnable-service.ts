import type {
  ActionDefinition,
  QueryDefinition,
  RunnableService,
  StepCall,
  StepIo,
  TriggerDefinition,
} from '../../../engine/steps/service-steps.ts'
import { failedOutcome } from '../../../system/outbound/failed-outcome.ts'
import type { StepOutcome } from '../../../system/runner-api/step-outcome.ts'
import { pastedFields, serverField } from '../connect-values.ts'
import { unusableFields } from './file-scope.ts'
import { requestAccount } from './http-account.ts'
import { httpPoll, polledRequest } from './http-poll.ts'
import { httpAction, httpFind, httpQuery } from './http-steps.ts'
import { pushedPoll } from './pushed-poll.ts'
import type { TriggerCode } from '../service-code.ts'
import {
  baseUrl,
  identifierOf,
  type ActionFile,
  type QueryFile,
  type ServiceDefinition,
  type StepFile,
  type TriggerFile,
} from '../service-definition.ts'

/** A service as the Runner runs it, from its file and its code. */
export function runnableService(service: ServiceDefinition): RunnableService {
  const { id, limit, account_limit, operator_key, write_gap, code = {} } = service
  const { triggers = [], queries = [], actions = [] } = service
  const base_url = baseUrl(service)
  return {
    module_name: id,
    identifier: identifierOf(service),
    base_url,
    hosts: base_url === null ? [] : [new URL(base_url).host],
    app_limit: limit ?? null,
    ...(account_limit && { account_limit }),
    ...(operator_key && { operator_key }),
    triggers: Object.fromEntries(triggers.map((each) => [each.slug, runnableTrigger(service, each)])),
    sources: code.sources ?? {},
    queries: Object.fromEntries(queries.map((each) => [each.slug, runnableQuery(service, each)])),
    actions: Object.fromEntries(actions.map((each) => [each.slug, runnableAction(service, each)])),
    ...(write_gap !== undefined && { write_gap }),
    ...connectedBy(service),
    checkAccount: accountCheck(service),
    ...(code.disconnect && { disconnect: code.disconnect }),
  }
}

function connectedBy(service: ServiceDefinition): Pick<RunnableService, 'base_field' | 'secret_fields'> {
  const { connect, code } = service
  const secrets = pastedFields(connect).flatMap(({ slug, type }) => (type === 'secret' ? slug : []))
  const isPasted = connect.kind === 'key' && connect.fields !== undefined && code?.session === undefined
  return {
    base_field: serverField(service),
    // A token is not pasted where it comes of a sign-in or of a session.
    secret_fields: isPasted ? secrets : [...new Set([...secrets, 'token'])],
  }
}

function runnableTrigger(service: ServiceDefinition, trigger: TriggerFile): TriggerDefinition {
  const { slug, name, mode = 'poll', ingredients, by_request, request } = trigger
  const texts = { mode, name, ingredients, ...(by_request === false && { by_request }) }
  const code = service.code?.triggers?.[slug]
  const asked = request && { ...trigger, request }
  if (code && 'polled' in code) {
    if (!asked) throw new Error(`${service.id} does not say how ${slug} is asked.`)
    return { ...texts, ...code.polled(polledRequest(service, asked)) }
  }
  if (code) return { ...texts, ...triggerCode(code) }
  if (!asked) return texts
  const poll = httpPoll(service, asked)
  return { ...texts, ...(trigger.push ? pushedPoll(service, { ...trigger, push: trigger.push }, poll) : { poll }) }
}

function triggerCode(code: Exclude<TriggerCode, { polled: unknown }>): Partial<TriggerDefinition> {
  if (!('follow' in code)) return code
  const { follow, leave, push } = code
  return { poll: follow, leave, push }
}

function runnableQuery(service: ServiceDefinition, query: QueryFile): QueryDefinition {
  const { slug, name, ingredients, request } = query
  const code = service.code?.queries?.[slug]
  const asked = request && httpQuery(service, { ...query, request })
  const run = code && 'asked' in code ? asked && withUsableFields(query, code.asked(asked)) : (code ?? asked)
  if (!run) throw new Error(`${service.id} does not say how ${slug} is asked.`)
  return { name, ingredients, run }
}

function runnableAction(service: ServiceDefinition, action: ActionFile): ActionDefinition {
  const { slug, name, repeat, failure_is_final = false, request, find } = action
  const texts = { name, repeat, failure_is_final }
  const code = service.code?.actions?.[slug]
  if (code && 'run' in code) return { ...texts, ...code }
  if (!request) throw new Error(`${service.id} does not say how ${slug} is done.`)
  const sent = httpAction(service, { ...action, request })
  const found = code?.find ?? (find && httpFind(service, { ...action, find }))
  const run = code ? withUsableFields(action, code.asked(sent)) : sent
  return { ...texts, run, ...(found && { find: found }) }
}

/** Code around a request may ask something before it, so what cannot be sent is told first. */
function withUsableFields<Value>(
  { fields = [] }: StepFile,
  run: (call: StepCall, io: StepIo) => Promise<StepOutcome<Value>>,
): (call: StepCall, io: StepIo) => Promise<StepOutcome<Value>> {
  return async (call, io) => {
    const unusable = unusableFields(fields, call.fields)
    return unusable === null ? run(call, io) : failedOutcome({ failure: 'input', message: unusable })
  }
}

function accountCheck(service: ServiceDefinition): RunnableService['checkAccount'] {
  const { connect, code } = service
  if (connect.kind === 'none') return null
  if (code?.account) return code.account
  const { account } = connect
  return account ? (io) => requestAccount(service, account, io) : null
}
